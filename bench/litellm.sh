#!/usr/bin/env bash
# Runs the providers against LiteLLM's proxy, as a server that is not Turno's own: crates/turno-models/tests/litellm.rs.
#
#   bench/litellm.sh            installs it into a folder of its own, starts it, runs the tests, stops it
#   LITELLM=/path/to/litellm bench/litellm.sh      uses one that is installed
#
# It answers what it is told to make up, and passes on to a server of the tests what it translates between formats.
# No key and no provider is needed.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
proxy=
trap '[ -z "$proxy" ] || kill "$proxy" 2>/dev/null || true; rm -rf "$folder"' EXIT

if [ -z "${LITELLM:-}" ]; then
  python3 -m venv "$folder/venv"
  "$folder/venv/bin/pip" install --quiet 'litellm[proxy]'
  LITELLM="$folder/venv/bin/litellm"
fi

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
port=$(free_port)
behind=$(free_port)

cat >"$folder/config.yaml" <<YAML
model_list:
  - model_name: words
    litellm_params: {model: openai/gpt-4o, api_key: none, mock_response: "¿Para qué día? Mañana a las 8 🍕"}
  - model_name: called
    litellm_params:
      model: openai/gpt-4o
      api_key: none
      mock_response: " "
      mock_tool_calls: [{id: call_1, type: function, function: {name: book, arguments: '{"day": "mañana"}'}}]
  - model_name: limited
    litellm_params: {model: openai/gpt-4o, api_key: none, mock_response: "litellm.RateLimitError"}
  - model_name: too-long
    litellm_params: {model: openai/gpt-4o, api_key: none, mock_response: "litellm.ContextWindowExceededError"}
  - model_name: broken
    litellm_params: {model: openai/gpt-4o, api_key: none, mock_response: "litellm.InternalServerError"}
  - model_name: behind
    litellm_params: {model: openai/model-1, api_key: none, api_base: "http://127.0.0.1:$behind/v1"}
general_settings:
  master_key: sk-never-to-be-seen
litellm_settings:
  num_retries: 0
  use_chat_completions_url_for_anthropic_messages: true
YAML

LITELLM_LOCAL_MODEL_COST_MAP=True "$LITELLM" --config "$folder/config.yaml" --host 127.0.0.1 --port "$port" \
  --telemetry False >"$folder/log" 2>&1 &
proxy=$!
for _ in $(seq 120); do
  curl --silent --max-time 1 --output /dev/null "http://127.0.0.1:$port/health/liveliness" && break
  kill -0 "$proxy" 2>/dev/null || { cat "$folder/log" >&2; exit 1; }
  sleep 1
done

TURNO_LITELLM_URL="http://127.0.0.1:$port" TURNO_LITELLM_BEHIND="127.0.0.1:$behind" \
  cargo test --locked -p turno-models --test litellm -- --ignored --nocapture --test-threads=1 ||
  { tail -n 40 "$folder/log" >&2; exit 1; }
