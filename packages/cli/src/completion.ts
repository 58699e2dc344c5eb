/** Completion of command lines: the script of a shell asks the program on each Tab which words may come next. */
import type { Command } from './command.ts'
import { findCommand, positionals } from './command-line.ts'

/** Without a candidate, each offers files. */
export const completionScripts = {
  bash: `# bash completion of guidebook; in ~/.bashrc:  source <(guidebook completion bash)
_guidebook() {
  local IFS=$'\\n'
  COMPREPLY=($(guidebook complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
}
complete -o default -F _guidebook guidebook
`,
  zsh: `#compdef guidebook
# zsh completion of guidebook; in ~/.zshrc after compinit:  source <(guidebook completion zsh)
_guidebook() {
  local -a candidates
  candidates=(\${(f)"$(guidebook complete "\${(@)words[2,CURRENT]}" 2>/dev/null | sed 's/:/\\\\:/g' | tr '\\t' ':')"})
  if (( $#candidates )); then _describe guidebook candidates; else _files; fi
}
compdef _guidebook guidebook
`,
  fish: `# fish completion of guidebook; in ~/.config/fish/config.fish:  guidebook completion fish | source
function __guidebook
    set -l candidates (guidebook complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
    test (count $candidates) -gt 0; and printf '%s\\n' $candidates; or __fish_complete_path (commandline -ct)
end
complete -c guidebook -f -a '(__guidebook)'
`,
}

/** The candidates for the last word, each with its description after a tab. */
export function complete(root: Command, words: readonly string[]): string[] {
  const [before, current] = [words.slice(0, -1), words.at(-1) ?? '']
  const { command } = findCommand(root, before)
  const { args, commands } = command
  const option = args[/^--(.+)/.exec(before.at(-1) ?? '')?.[1] ?? '']
  const takesValue = option !== undefined && option.type !== 'positional' && option.type !== 'boolean'
  const values = (choices: readonly string[] = []) => choices.map((word) => ({ word, description: '' }))
  const candidates = takesValue
    ? values(option.options)
    : current.startsWith('-')
      ? Object.entries({ ...args, help: { description: 'Show the arguments of the command' } })
          .filter(([name]) => !positionals(args).includes(name))
          .map(([name, { description = '' }]) => ({ word: `--${name}`, description }))
      : [
          ...Object.entries(commands).map(([word, { summary }]) => ({ word, description: summary })),
          ...positionals(args).flatMap((name) => values(args[name]?.options)),
        ]
  return candidates
    .filter(({ word }) => word.startsWith(current))
    .map(({ word, description }) => `${word}\t${description}`)
}
