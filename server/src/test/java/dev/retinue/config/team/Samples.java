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
          """,
          """
          # Nor is what came later, as long as an agent does not become another one by it.
          version: "16"
          runtime: {sandbox: true}
          evaluators: {risk: {model: openai/gpt-6, type: choice}}
          flavors: {quick: {agents: {root: {model: openai/gpt-6-mini}}}}
          skills: {usual: true}
          budget: {max_cost: 1.5, max_tokens: 100000, max_time: 10m}
          models:
            eyes:
              provider: openai
              model: gpt-6
              description: Sees.
              capabilities: {image: true}
              cost: {input: 1, output: 2}
          toolsets:
            look: {type: filesystem, readonly: true}
            wait: {type: background_jobs, recall: true}
          commands:
            daily: {stand-up: What was done?}
          agents:
            root:
              model: eyes
              instruction: [Look at it., Say what you see.]
              safety: strict
              redact_secrets: true
              session_compaction: false
              readonly: true
              use_toolsets: [look, wait]
              use_commands: [daily]
              commands: {plan: {agent: coder}, help: {url: "https://example.org"}}
              sub_agents: [coder]
              toolsets:
                - {type: plan}
                - {type: fetch, escape_html: true}
              hooks:
                tool_guard: [{matcher: "*", preempt_yolo: true, hooks: [{type: command, name: look, command: ./look.sh, on_error: block}]}]
                pre_tool_use: [{hooks: [{type: builtin, command: redact_secrets}]}]
                turn_start: [{type: builtin, command: add_date}]
                session_start: [{type: builtin, command: add_date}, {type: model, model: openai/gpt-6, prompt: Hm.}]
            coder:
              harness: {type: codex, model: gpt-6-codex}
              instruction: Write it.
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
              "1:10: this is version 99 of the format, and Retinue reads versions up to 16",
              true,
              "version: '99'\nagents: {root: {}}"),
          new Wrong(
              "1:1: 'workflow' in the file is not supported; say in its 'instruction' to whom what goes",
              true,
              "workflow: [{type: agent, name: root}]\nagents: {root: {}}"),
          new Wrong(
              "'force_handoff' in agents 'root' is not supported",
              true,
              "agents: {root: {force_handoff: other}, other: {}}"),
          new Wrong(
              "'instruction_file' in agents 'root' is not supported; write the text itself",
              true,
              "agents: {root: {instruction_file: root.md}}"),
          new Wrong(
              "must be command or builtin, but is the text 'model'; what guards a tool cannot be left out",
              true,
              "agents: {root: {hooks: {tool_guard: [{hooks: [{type: model, model: a/b, prompt: Hm.}]}]}}}"),
          new Wrong(
              "this hook has no 'command'",
              false,
              "agents: {root: {hooks: {session_end: [{type: command}]}}}"),
          new Wrong(
              "'before_agent_run' in 'hooks' of agents 'root' is not supported",
              true,
              "agents: {root: {hooks: {before_agent_run: []}}}"),
          new Wrong(
              "'type' in 'harness' of agents 'root' must be claude-code or codex, but is the text 'pi'",
              true,
              "agents: {root: {harness: {type: pi}}}"),
          new Wrong(
              "there is no toolset 'loook'; did you mean 'look'?",
              false,
              "toolsets: {look: {type: think}}\nagents: {root: {use_toolsets: [loook]}}"),
          new Wrong(
              "there is no group of commands 'daily'; write it under 'commands' of the file.",
              false,
              "agents: {root: {use_commands: [daily]}}"),
          new Wrong(
              "'readonly' is not supported for MCP servers",
              false,
              "agents: {root: {toolsets: [{type: mcp, command: a, readonly: true}]}}"),
          new Wrong(
              "'provider' in providers 'p' must be openai",
              true,
              "providers: {p: {provider: anthropic, base_url: 'https://example.org'}}\nagents: {root: {}}"),
          new Wrong(
              "'first_available' in models 'm' is not supported",
              true,
              "models: {m: {provider: openai, model: a, first_available: [a/b]}}\nagents: {root: {}}"),
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
