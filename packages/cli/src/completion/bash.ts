import type { Node } from './tree.ts'

const wordsOf = ({ subCommands, choices, options }: Node): string =>
  [...subCommands.map(({ word }) => word), ...choices, ...options.map(({ word }) => word)].join(' ')

const valueOptions = (nodes: readonly Node[]): string[] => [
  ...new Set(nodes.flatMap(({ options }) => options.filter(({ takesValue }) => takesValue).map(({ word }) => word))),
]

/** A list of words for each command. The preceding words, without options and their values, name the command. */
export function bashCompletion(nodes: readonly Node[]): string {
  const choices = nodes.flatMap(({ path, options }) =>
    options.filter((option) => option.choices.length > 0).map((option) => ({ path, ...option })),
  )
  return `# bash completion of guidebook; in ~/.bashrc:  source <(guidebook completion bash)
_guidebook() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} path= word next index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    case $word in
      ${valueOptions(nodes).join('|')}) ((index++)); continue ;;
      -*) continue ;;
    esac
    next="\${path:+$path }$word"
    case $next in
      ${nodes.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`])).join('|')}) path=$next ;;
      *) break ;;
    esac
  done
  case "$path $previous" in
${choices.map(({ path, word, choices: values }) => `    '${path} ${word}') COMPREPLY=($(compgen -W '${values.join(' ')}' -- "$current")); return ;;`).join('\n')}
  esac
  case $path in
${nodes.map((node) => `    '${node.path}') COMPREPLY=($(compgen ${node.takesFile ? '-f ' : ''}-W '${wordsOf(node)}' -- "$current")) ;;`).join('\n')}
  esac
}
complete -F _guidebook guidebook
`
}
