import type { Node, Word } from './tree.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const described = ({ word, description }: Word): string => quoted(`${word.replaceAll(':', '\\:')}:${description}`)

function branch({ path, subCommands, options, takesFile, choices }: Node): string {
  const words = [...subCommands.map(described), ...choices.map((word) => quoted(word))]
  return [
    `    ${quoted(path)})`,
    ...(words.length > 0 ? [`      words_here=(${words.join(' ')})`] : []),
    `      options_here=(${options.map(described).join(' ')})`,
    ...(takesFile ? ['      files_here=1'] : []),
    '      ;;',
  ].join('\n')
}

/** The same as for bash, with descriptions. */
export function zshCompletion(nodes: readonly Node[]): string {
  const values = [
    ...new Set(nodes.flatMap(({ options }) => options.filter(({ takesValue }) => takesValue).map(({ word }) => word))),
  ]
  const choices = nodes.flatMap(({ path, options }) =>
    options.filter((option) => option.choices.length > 0).map((option) => ({ path, ...option })),
  )
  return `#compdef guidebook
# zsh completion of guidebook; in ~/.zshrc after compinit:  source <(guidebook completion zsh)
_guidebook() {
  local here= word next files_here=0
  local -i index
  local -a words_here options_here
  for ((index = 2; index < CURRENT; index++)); do
    word=$words[index]
    case $word in
      (${values.join('|')}) ((index++)); continue ;;
      (-*) continue ;;
    esac
    next="\${here:+$here }$word"
    case $next in
      (${nodes.flatMap(({ path }) => (path === '' ? [] : [quoted(path)])).join('|')}) here=$next ;;
      (*) break ;;
    esac
  done
  case "$here $words[CURRENT-1]" in
${choices.map(({ path, word, choices: some }) => `    (${quoted(`${path} ${word}`)}) compadd -- ${some.join(' ')}; return ;;`).join('\n')}
  esac
  case $here in
${nodes.map((node) => branch(node).replace('    ', '    (')).join('\n')}
  esac
  (( \${#words_here} )) && _describe command words_here
  (( files_here )) && _files
  [[ $PREFIX == -* ]] && _describe option options_here
}
compdef _guidebook guidebook
`
}
