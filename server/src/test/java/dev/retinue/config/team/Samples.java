package dev.retinue.config.team;

import java.util.List;

/// Files of agents that are right, and such that are not, each with what is said of it.
final class Samples {
  private Samples() {}

  /// @param says the sentence, with its place
  /// @param schema whether a schema can see it too
  record Wrong(String says, boolean schema, String file) {}

  static final String TEAM =
      """
      version: "7"
      metadata:
        author: somebody
        description: Looks at changes.
      models:
        fast:
          provider: openai
          model: gpt-6-mini
          temperature: 0.2
          max_tokens: 4000
          thinking_budget: low
        own:
          provider: corner
          model: llama
      providers:
        corner:
          base_url: http://models.example.org/v1
          token_key: CORNER_KEY
      mcps:
        search:
          command: search-server
          args: [--port, 7]
          tools: [find]
      permissions:
        allow: [read_*, "shell:cmd=git *"]
        ask: [write_file]
        deny: ["mcp:search:delete", fetch]
      agents:
        root:
          model: fast
          description: >
            Leads the
            review.
          instruction: |
            Look at the change.
          welcome_message: Hello.
          sub_agents: [Security Expert, claude]
          handoffs: [writer]
          add_date: true
          add_environment_info: true
          add_prompt_files: [AGENTS.md]
          max_iterations: 20
          num_history_items: 30
          toolsets:
            - type: filesystem
              tools: [read_file, list_directory]
            - type: shell
              env: {LEVEL: 3}
            - type: think
            - type: todo
              shared: true
            - type: memory
              path: ./notes/team.db
            - type: fetch
              timeout: 20
              allowed_domains: [example.org]
            - type: background_agents
            - type: user_prompt
            - type: mcp
              ref: search
            - type: mcp
              remote: {url: "https://tools.example.org/mcp", headers: {Authorization: "Bearer ${TOKEN}"}}
          commands:
            review: Review $1.
            "fix":
              description: Mends it.
              instruction: Fix $ARGUMENTS.
          fallback:
            models: [anthropic/claude-sonnet-5-5, own]
            retries: -1
            cooldown: 1m30s
          hooks:
            pre_tool_use:
              - matcher: shell|edit_file
                hooks:
                  - {type: command, command: ./check.sh, timeout: 5}
            session_end:
              - {type: command, command: ./bye.sh}
          structured_output:
            name: verdict
            strict: true
            schema: {type: object, properties: {fine: {type: boolean}}}
        Security Expert:
          model: own
          instruction: Think of attacks.
        writer:
          model: google/gemini-3.8-flash, fast
          commands:
            - short: Make it short.
      """;

  static final List<String> RIGHT =
      List.of(
          TEAM,
          "agents: {root: {}}",
          "version: 2\nagents:\n  one:\n    model: auto\n",
          """
          # What is not supported is no mistake.
          rag: {docs: {docs: [a.md]}}
          agents:
            root:
              model: dmr/ai/qwen3
              rag: [docs]
              skills: true
              code_mode_tools: true
              toolsets:
                - {type: lsp, command: gopls, args: [], file_types: [.go]}
                - {type: script, shell: {hi: {cmd: echo hi}}}
                - {type: openapi, url: "https://example.org/api.json"}
                - {type: mcp, ref: docker:duckduckgo, config: {a: 1}}
                - {type: filesystem, post_edit: [{path: "*.go", cmd: gofmt}]}
          """);

  static final List<Wrong> WRONG =
      List.of(
          new Wrong("1:1: the file has no 'agents'", true, "version: '7'"),
          new Wrong("1:1: there is no agent in 'agents'", true, "agents: {}"),
          new Wrong(
              "3:5: there is no key 'instructions' in agents 'root'; did you mean 'instruction'?",
              true,
              "agents:\n  root:\n    instructions: x\n"),
          new Wrong(
              "1:1: there is no key 'agent' in the file; did you mean 'agents'?",
              true,
              "agent: {root: {}}"),
          new Wrong(
              "1:10: this is version 9 of the format, and Retinue reads versions up to 7",
              true,
              "version: '9'\nagents: {root: {}}"),
          new Wrong("1:10: 'version' must be a number", true, "version: new\nagents: {root: {}}"),
          new Wrong(
              "4:15: there is no toolset of the type 'shel'; did you mean 'shell'?",
              true,
              "agents:\n  root:\n    toolsets:\n      - type: shel\n"),
          new Wrong(
              "4:9: item 1 of 'toolsets' in agents 'root' has no 'type'",
              true,
              "agents:\n  root:\n    toolsets:\n      - tools: [a]\n"),
          new Wrong(
              "5:9: 'path' can only stand in a toolset of the type memory or tasks, and this one is 'shell'",
              true,
              "agents:\n  root:\n    toolsets:\n      - type: shell\n        path: x\n"),
          new Wrong(
              "5:9: 'shared' can only stand in a toolset of the type todo",
              true,
              "agents:\n  root:\n    toolsets:\n      - type: think\n        shared: true\n"),
          new Wrong(
              "4:9: an MCP server has exactly one of 'command', 'remote' and 'ref'; this has 0.",
              true,
              "agents:\n  root:\n    toolsets:\n      - type: mcp\n"),
          new Wrong(
              "this has 2.",
              true,
              "agents:\n  root:\n    toolsets:\n      - {type: mcp, command: a, ref: b}\n"),
          new Wrong(
              "there is no MCP server 'serch'; did you mean 'search'?",
              false,
              "mcps: {search: {command: a}}\nagents:\n  root:\n    toolsets:\n      - {type: mcp, ref: serch}\n"),
          new Wrong(
              "3:12: there is no model 'fats'; did you mean 'fast'?",
              false,
              "agents:\n  root:\n    model: fats\nmodels: {fast: {provider: openai, model: a}}\n"),
          new Wrong(
              "there is no provider 'antropic', only",
              false,
              "agents: {root: {model: antropic/claude}}"),
          new Wrong(
              "the agent 'root' works with itself", false, "agents: {root: {sub_agents: [root]}}"),
          new Wrong(
              "'docker.io/x/y' is a reference to another place",
              false,
              "agents: {root: {sub_agents: [docker.io/x/y]}}"),
          new Wrong(
              "the agent 'A B' would be 'team.a-b' on the staff",
              false,
              "agents: {root: {}, a-b: {}, A B: {}}"),
          new Wrong(
              "'max_iterations' in agents 'root' must be a whole number from 0 to 1000000",
              true,
              "agents: {root: {max_iterations: many}}"),
          new Wrong(
              "'temperature' in models 'm' must be a number from 0 to 2",
              true,
              "models: {m: {provider: openai, model: x, temperature: 3}}\nagents: {root: {}}"),
          new Wrong(
              "models 'm' has no 'provider'", true, "models: {m: {model: x}}\nagents: {root: {}}"),
          new Wrong(
              "cannot say where 'anthropic' is asked",
              false,
              "models: {m: {provider: anthropic, model: x, base_url: 'http://example.org'}}\nagents: {root: {model: m}}"),
          new Wrong(
              "names more than one argument",
              false,
              "permissions: {deny: ['edit_file:path=a:mode=b']}\nagents: {root: {}}"),
          new Wrong(
              "is no longer read since version 2",
              false,
              "version: 1\nenv: {A: b}\nagents: {root: {}}"),
          new Wrong(
              "2:1: the key 'agents' is already in line 1",
              false,
              "agents: {root: {}}\nagents: {root: {}}"),
          new Wrong(
              "'type' in item 1 of 'session_start'",
              true,
              "agents: {root: {hooks: {session_start: [{type: http, command: a}]}}}"),
          new Wrong(
              "has both 'allowed_domains' and 'blocked_domains'",
              true,
              "agents: {root: {toolsets: [{type: fetch, allowed_domains: [a], blocked_domains: [b]}]}}"));
}
