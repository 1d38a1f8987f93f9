"""Whether the types of the official Python clients take the requests that Turno sends.

    check.py CASSETTE… [- < lines of `turno models tools`]

A request of a cassette is told apart by its address; a line of tools is put into the smallest request that can carry it. What a
type does not name is refused, too: the clients' own leniency would let a slip pass.
"""

import json
import sys
import types
import typing

import pydantic
import typing_extensions
from anthropic.types import message_create_params
from google.genai import types as gemini
from openai.types.chat import completion_create_params

FORBID = pydantic.ConfigDict(extra="forbid", arbitrary_types_allowed=True)


def forbid(kind, seen):
    """Has each TypedDict within a type refuse what it does not name."""
    if isinstance(kind, (str, typing.ForwardRef)) or kind in seen:
        return
    try:
        seen.add(kind)
    except TypeError:
        return
    if typing_extensions.is_typeddict(kind):
        kind.__pydantic_config__ = FORBID
        for inner in typing_extensions.get_type_hints(kind, include_extras=True).values():
            forbid(inner, seen)
    for inner in typing.get_args(kind):
        if not isinstance(inner, (str, int, bool, bytes, type(None), types.EllipsisType)):
            forbid(inner, seen)


def adapter(kind):
    seen = set()
    forbid(kind, seen)
    return pydantic.TypeAdapter(kind)


OPENAI = adapter(completion_create_params.CompletionCreateParamsStreaming)
ANTHROPIC = adapter(message_create_params.MessageCreateParamsStreaming)


def consume(value):
    """Lists are checked as they are read."""
    if isinstance(value, dict):
        for inner in value.values():
            consume(inner)
    elif not isinstance(value, (str, bytes, pydantic.BaseModel)) and hasattr(value, "__iter__"):
        for inner in value:
            consume(inner)


def check_openai(body):
    consume(OPENAI.validate_python({**body, "stream": True}))


def check_anthropic(body):
    consume(ANTHROPIC.validate_python(body))
    for tool in body.get("tools", []):
        # Its type of a schema is a union with any table.
        schema = tool["input_schema"]
        if schema.get("type") != "object" or not isinstance(schema.get("properties"), dict):
            raise ValueError(f"input_schema of {tool['name']} is no object")


GEMINI_FIELDS = {"contents", "systemInstruction", "tools", "toolConfig", "generationConfig", "safetySettings"}


def check_gemini(body):
    if unknown := set(body) - GEMINI_FIELDS:
        raise ValueError(f"there are no fields {unknown}")
    for content in body["contents"]:
        gemini.Content.model_validate(content)
    if "systemInstruction" in body:
        gemini.Content.model_validate(body["systemInstruction"])
    for tool in body.get("tools", []):
        gemini.Tool.model_validate(tool)
    if "toolConfig" in body:
        gemini.ToolConfig.model_validate(body["toolConfig"])
    if "generationConfig" in body:
        gemini.GenerationConfig.model_validate(body["generationConfig"])


CHECKS = {"openai": check_openai, "anthropic": check_anthropic, "gemini": check_gemini}


def dialect(url):
    path = url.split("?")[0]
    if path.endswith("/chat/completions"):
        return "openai"
    if path.endswith("/v1/messages"):
        return "anthropic"
    if path.endswith("enerateContent"):
        return "gemini"
    raise ValueError(f"{url} is nobody's")


def with_tools(line):
    """The smallest request with a line's tools."""
    tools = line["tools"]
    if line["speaks"] == "anthropic":
        body = {"model": "m", "max_tokens": 1, "stream": True, "messages": [{"role": "user", "content": "hola"}], "tools": tools}
        return "anthropic", body
    if line["speaks"] == "gemini":
        body = {"contents": [{"role": "user", "parts": [{"text": "hola"}]}], "tools": [{"functionDeclarations": tools}]}
        return "gemini", body
    return "openai", {"model": "m", "stream": True, "messages": [{"role": "user", "content": "hola"}], "tools": tools}


def requests(paths):
    for path in paths:
        if path == "-":
            for line in map(json.loads, sys.stdin):
                who, body = with_tools(line)
                yield f"the tools of {line['of']} as {line['speaks']}", who, body
            continue
        with open(path, encoding="utf-8") as cassette:
            for line in map(json.loads, cassette):
                if line["t"] == "req":
                    yield f"{path} {line['id']}", dialect(line["url"]), line["body"]


def is_taken(who, body):
    try:
        CHECKS[who](body)
    except (pydantic.ValidationError, ValueError) as fault:
        return str(fault)
    return None


PLANTED = [
    ("openai", {"model": "m", "stream": True, "messages": [{"role": "bot", "content": "hola"}]}),
    ("openai", {"model": "m", "stream": True, "messages": [{"role": "user", "content": "hola", "said": 1}]}),
    ("openai", {"model": "m", "stream": True, "messages": [], "tools": [{"type": "function", "function": {"description": "x"}}]}),
    ("openai", {"model": "m", "stream": True, "messages": [], "tols": []}),
    ("anthropic", {"model": "m", "stream": True, "messages": [{"role": "user", "content": "hola"}]}),
    ("anthropic", {"model": "m", "max_tokens": 1, "stream": True, "messages": [{"role": "tool", "content": "x"}]}),
    ("anthropic", {"model": "m", "max_tokens": 1, "stream": True, "messages": [], "tools": [{"name": "a", "input_schema": {"type": "string"}}]}),
    ("gemini", {"contents": [{"role": "user", "parts": [{"say": "hola"}]}]}),
    ("gemini", {"contents": [], "tools": [{"functionDeclarations": [{"name": "a", "parameters": {"type": "OBJECT", "dependentRequired": {}}}]}]}),
    ("gemini", {"contents": [], "generationConfig": {"maxTokens": 1}}),
]


def main():
    blind = [planted for planted in PLANTED if is_taken(*planted) is None]
    for who, body in blind:
        print(f"not noticed: {who} {json.dumps(body)}")
    count, faults = 0, 0
    for name, who, body in requests(sys.argv[1:]):
        count += 1
        fault = is_taken(who, body)
        if fault:
            faults += 1
            print(f"{name}: the {who} client refuses it: {fault}")
    print(f"{count} requests, {faults} refused; {len(PLANTED) - len(blind)} of {len(PLANTED)} planted slips noticed")
    return 1 if faults or blind or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
