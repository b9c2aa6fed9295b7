import type { Argument, Command, Option } from "commander";
import { engines } from "../engines/registry.js";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** What can follow an option, or a command. */
type Values = "nothing" | "anything" | "files" | "folders" | readonly string[];

interface Entry {
  /** Names of the command and those above it: `/runs/show`; of the program, nothing. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
  readonly options: readonly {
    readonly names: readonly string[];
    readonly description: string;
    readonly values: Values;
  }[];
  readonly values: Values;
}

/** A script with which a shell completes commands, options and their values, made from the tables of the command itself. */
export function completionFor(shell: Shell, program: Command): string {
  const entries = entriesOf(program, "");
  switch (shell) {
    case "bash":
      return bash(entries);
    case "zsh":
      return zsh(entries);
    case "fish":
      return fish(entries);
  }
}

function entriesOf(command: Command, path: string): readonly Entry[] {
  const shown = command.createHelp();
  const commands = shown.visibleCommands(command).filter((c) => c.name() !== "help");
  const own: Entry = {
    path,
    commands: commands.map((c) => ({ name: c.name(), summary: c.summary() || c.description() })),
    options: shown.visibleOptions(command).map((option) => ({
      names: [option.short, option.long].filter((name) => name !== undefined && name !== null),
      description: firstPart(option.description),
      values: valuesOf(option),
    })),
    values: argumentsOf(command.registeredArguments),
  };
  return [own, ...commands.flatMap((c) => entriesOf(c, `${path}/${c.name()}`))];
}

function valuesOf(option: Option): Values {
  if (!option.required && !option.optional) return "nothing";
  if (option.argChoices !== undefined) return option.argChoices;
  if (option.long === "--engine") return ["auto", ...engines.map((e) => e.name)];
  if (/<(file|solver|path)/.test(option.flags)) return "files";
  return option.flags.includes("<folder>") ? "folders" : "anything";
}

function argumentsOf(given: readonly Argument[]): Values {
  const choices = given.flatMap((a) => a.argChoices ?? []);
  if (choices.length > 0) return choices;
  return given.length === 0 ? "nothing" : "files";
}

/** Descriptions are read in a line beside others. */
const firstPart = (text: string): string => text.split(/[:;(]/, 1)[0]!.trim();

/** A text between single quotes, as all three shells read it. */
const quoted = (text: string): string => `'${text.replaceAll("\\", "").replaceAll("'", "’")}'`;

const sum = <T>(of: readonly T[], line: (each: T) => string): string => of.map(line).join("");

/** Follows the words before the cursor into commands. */
const pathsOf = (entries: readonly Entry[]): string =>
  entries
    .filter((e) => e.path !== "")
    .map((e) => e.path)
    .join("|");

const withValues = (entries: readonly Entry[]) =>
  entries.flatMap((e) =>
    e.options
      .filter((o) => o.values !== "nothing")
      .map((o) => ({ when: o.names.map((n) => `"${e.path} ${n}"`).join("|"), values: o.values })),
  );

function bash(entries: readonly Entry[]): string {
  const words = (list: readonly string[]) => list.map((word) => `"${word}"`).join("$'\\n'");
  const reply = (values: Values): string => {
    if (values === "files") return 'COMPREPLY=($(compgen -f -- "$current"))';
    if (values === "folders") return 'COMPREPLY=($(compgen -d -- "$current"))';
    if (values === "nothing" || values === "anything") return ":";
    return `COMPREPLY=($(compgen -W ${words(values)} -- "$current"))`;
  };
  return `# bash completion for fairlead: source it, or put it into the folder of completions.
_fairlead() {
  local IFS=$'\\n' command= word current=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$command/$word" in
      ${pathsOf(entries)}) command="$command/$word" ;;
    esac
  done
  case "$command \${COMP_WORDS[COMP_CWORD-1]}" in
${sum(withValues(entries), ({ when, values }) => `    ${when}) ${reply(values)}; return ;;\n`)}  esac
  if [[ $current == -* ]]; then
    case "$command" in
${sum(entries, (e) => `      "${e.path}") ${reply(e.options.flatMap((o) => o.names))} ;;\n`)}    esac
    return
  fi
  case "$command" in
${sum(entries, (e) => `    "${e.path}") ${reply(e.commands.length > 0 ? e.commands.map((c) => c.name) : e.values)} ;;\n`)}  esac
}
complete -o filenames -F _fairlead fairlead
`;
}

function zsh(entries: readonly Entry[]): string {
  const described = (list: readonly { readonly name: string; readonly about: string }[]) =>
    list.map(({ name, about }) => quoted(`${name}:${about.replaceAll(":", " ")}`)).join(" ");
  const reply = (values: Values): string => {
    if (values === "files") return "_files";
    if (values === "folders") return "_files -/";
    if (values === "nothing" || values === "anything") return ":";
    return `compadd -- ${values.map(quoted).join(" ")}`;
  };
  return `#compdef fairlead
# zsh completion for fairlead: put it into a folder of $fpath as _fairlead, or source it after compinit.
_fairlead() {
  local command= word
  local -a listed
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$command/$word" in
      ${pathsOf(entries)}) command="$command/$word" ;;
    esac
  done
  case "$command \${words[CURRENT-1]}" in
${sum(withValues(entries), ({ when, values }) => `    ${when}) ${reply(values)}; return ;;\n`)}  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    case "$command" in
${sum(entries, (e) => `      "${e.path}") listed=(${described(e.options.flatMap((o) => o.names.map((name) => ({ name, about: o.description }))))}) ;;\n`)}    esac
    _describe -o option listed
    return
  fi
  case "$command" in
${sum(entries, (e) =>
  e.commands.length > 0
    ? `    "${e.path}") listed=(${described(e.commands.map((c) => ({ name: c.name, about: c.summary })))}); _describe command listed ;;\n`
    : `    "${e.path}") ${reply(e.values)} ;;\n`,
)}  esac
}
if [[ \${funcstack[1]} == _fairlead ]]; then _fairlead "$@"; else compdef _fairlead fairlead; fi
`;
}

function fish(entries: readonly Entry[]): string {
  const within = ({ path, commands }: Entry): string => {
    if (path === "") return "__fish_use_subcommand";
    const seen = path
      .slice(1)
      .split("/")
      .map((name) => `__fish_seen_subcommand_from ${name}`);
    const below =
      commands.length > 0 ? [`not __fish_seen_subcommand_from ${commands.map((c) => c.name).join(" ")}`] : [];
    return [...seen, ...below].join("; and ");
  };
  const values = (given: Values): string => {
    if (given === "nothing") return "";
    if (given === "files") return " -r -F";
    if (given === "folders") return " -x -a '(__fish_complete_directories)'";
    return given === "anything" ? " -x" : ` -x -a ${quoted(given.join(" "))}`;
  };
  const optionNames = (names: readonly string[]) =>
    sum(names, (name) => (name.startsWith("--") ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`));
  const lines = entries.flatMap((e) => {
    const about = `complete -c fairlead -n ${quoted(within(e))}`;
    const own =
      e.values === "files"
        ? [`${about} -F`]
        : Array.isArray(e.values)
          ? [`${about} -a ${quoted(e.values.join(" "))}`]
          : [];
    return [
      ...e.commands.map((c) => `${about} -a ${c.name} -d ${quoted(c.summary)}`),
      ...e.options.map((o) => `${about}${optionNames(o.names)}${values(o.values)} -d ${quoted(o.description)}`),
      ...own,
    ];
  });
  return `# fish completion for fairlead: put it into ~/.config/fish/completions/fairlead.fish.\ncomplete -c fairlead -f\n${lines.join("\n")}\n`;
}
