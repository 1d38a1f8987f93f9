//! The pages that are made of the tools.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::json;
use turno_business::Businesses;
use turno_core::{Execution, ToolSpec};

use super::support::terraza;
use crate::{
    builtin_tools,
    docs::{example_call, tool_page, tools_index},
};

fn spec(name: &str) -> ToolSpec {
    let tools = builtin_tools(Arc::new(Businesses::default()));
    let found = tools.iter().find(|tool| tool.spec().name == name);
    found.unwrap().spec().clone()
}

#[test]
fn a_page_tells_all_that_the_spec_says_and_what_the_tool_gives() {
    insta::assert_snapshot!(tool_page(&spec("create_order"), &BTreeMap::new()), @r##"
    # create_order

    Places an order for pickup or delivery.

    | | |
    | --- | --- |
    | asks first | yes: it orders, so that it runs only after the user's yes to a question that names what will happen |
    | runs | in Turno itself (`internal`) |
    | time | 5 s at most |
    | calls a minute | no limit |
    | cost | nothing |
    | after a lost outcome | none is lost: what it does is kept together with the conversation |
    | assistant types | `rest_complete` |
    | category | order |
    | source | 2-voice-tool-calling |

    ## Parameters

    | name | type | required | default | limits | meaning |
    | --- | --- | --- | --- | --- | --- |
    | `items` | array of objects (items, menu) | yes |  |  | What is ordered |
    | `items[].menu_item_id` | string | yes |  | not empty |  |
    | `items[].quantity` | integer | yes |  | 1 to 1000 |  |
    | `items[].modifications` | string |  |  |  |  |
    | `delivery_type` | string (term) | yes |  | `pickup`, `delivery` | Collected at the counter, or delivered |
    | `customer_name` | string (person_name) | yes |  | not empty | Who it is for; masked in the log |
    | `customer_phone` | string (phone) | yes |  | `^\+[1-9]\d{6,14}$` | A phone in E.164; masked in the log |
    | `branch_id` | string (term, branches) |  |  | not empty | Id of the branch; left out: the one that was called, else the main one |
    | `delivery_address` | string (address) |  |  |  | Where to deliver; masked in the log |
    | `special_instructions` | string (text) |  |  |  | Instructions for the kitchen or the courier |

    - With `delivery_type` `delivery`: `delivery_address`.

    ## Result

    Result: as quote_order, with `order_id`, `order_number` (`PED-482173648`), `status` (`confirmed`), `customer_name`, `delivery_address`.
    Reasons: as quote_order, and `needs_address`.

    An object of at most 16384 bytes. `success` is `false`, with a `reason`, where the business says no; `message` can be said as it is, and `speech` is the same for the ear, where the tool has them.

    ## Example

    ```json
    {
      "parameters": {
        "customer_name": "Juan Pérez",
        "customer_phone": "+525512345678",
        "delivery_type": "pickup",
        "items": [
          {
            "menu_item_id": "tacos-pastor",
            "quantity": 2
          }
        ]
      },
      "tool": "create_order"
    }
    ```

    ```sh
    turno tools test create_order --params '{"customer_name":"Juan Pérez","customer_phone":"+525512345678","delivery_type":"pickup","items":[{"menu_item_id":"tacos-pastor","quantity":2}]}'
    ```
    "##);
}

#[test]
fn every_tool_has_an_example_that_its_schema_allows_and_tells_of_its_results() {
    for tool in builtin_tools(Arc::new(Businesses::default())) {
        let spec = tool.spec();
        let example = example_call(spec, &BTreeMap::new()).unwrap_or_else(|| panic!("{}", spec.name));
        assert!(!example.is_empty(), "{}", spec.name);
        let page = tool_page(spec, &BTreeMap::new());
        assert!(page.contains("Result: ") || page.contains("The same as get_order_status"), "{page}");
        for parameter in spec.slots() {
            assert!(page.contains(&format!("| `{}` | ", parameter.name)), "{}: {page}", parameter.name);
        }
    }
}

#[test]
fn an_example_names_what_the_business_has() {
    let business = terraza();
    let example = example_call(&spec("create_order"), &business.settings().vocabularies).unwrap();
    assert_eq!(example["items"][0]["menu_item_id"], business.menu[0].id.as_str());
}

#[test]
fn a_business_s_own_tool_has_its_page_too() {
    let parameters = json!({
        "type": "object", "required": ["postal_code", "weight"], "oneOf": [{"required": ["weight"]}, {"required": ["size"]}],
        "properties": {
            "postal_code": {"type": "string", "pattern": "^\\d{5}$", "description": "Where | to"},
            "weight": {"type": "number", "exclusiveMinimum": 0, "maximum": 70},
            "kind": {"enum": ["box", "letter"]},
            "name": {"type": "string", "x-sensitive": true, "x-name": {"en": "the name"}},
        },
    });
    let own = ToolSpec {
        execution: Execution::Webhook,
        timeout_ms: 2_500,
        cost_micros: 1_500,
        tells_cost: true,
        ..ToolSpec::new("get_menu", "Works out a price", "custom", parameters)
    };
    insta::assert_snapshot!(tool_page(&own, &BTreeMap::new()), @r##"
    # get_menu

    Works out a price.

    | | |
    | --- | --- |
    | asks first | no |
    | runs | at a service that is told, with a signature (`webhook`) |
    | time | 2.5 s at most |
    | calls a minute | no limit |
    | cost | 0.0015 US dollars a call; where the result has `cost_micros`, that many millionths of a dollar |
    | after a lost outcome | it is called again, under the same key |
    | assistant types | all |
    | category | custom |
    | source | the business's own |

    ## Parameters

    | name | type | required | default | limits | meaning |
    | --- | --- | --- | --- | --- | --- |
    | `postal_code` | string | yes |  | `^\d{5}$` | Where \| to |
    | `weight` | number | yes |  | at most 70; more than 0 |  |
    | `kind` | any |  |  | `box`, `letter` |  |
    | `name` | string |  |  |  | the name; masked in the log |

    - Exactly one of: `weight`; `size`.

    ## Result

    An object of at most 16384 bytes. `success` is `false`, with a `reason`, where the business says no; `message` can be said as it is, and `speech` is the same for the ear, where the tool has them.

    ## Example

    ```json
    {
      "parameters": {
        "postal_code": "06700",
        "weight": 2
      },
      "tool": "get_menu"
    }
    ```

    ```sh
    turno tools test get_menu --params '{"postal_code":"06700","weight":2}'
    ```
    "##);
    insta::assert_snapshot!(tools_index(&[own], &[("http_get".to_owned(), "it is\nnot configured".to_owned())]), @r##"
    # Tools

    | tool | does | asks first | source |
    | --- | --- | --- | --- |
    | [get_menu](get_menu.md) | Works out a price |  | the business's own |

    ## Not there

    | tool | why |
    | --- | --- |
    | http_get | it is not configured |
    "##);
}

#[test]
fn where_no_example_can_be_made_the_page_says_so() {
    let parameters = json!({"type": "object", "required": ["code"], "properties": {"code": {"type": "string", "pattern": "^Q{7}$"}}});
    let own = ToolSpec::new("own", "Does something", "custom", parameters.clone());
    assert!(tool_page(&own, &BTreeMap::new()).contains("None can be made from the schema"));
    let mut with = parameters;
    with["properties"]["code"]["examples"] = json!(["QQQQQQQ"]);
    let own = ToolSpec::new("own", "Does something", "custom", with);
    assert_eq!(example_call(&own, &BTreeMap::new()).unwrap()["code"], "QQQQQQQ");
}
