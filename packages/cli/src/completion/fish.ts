import type { Node } from './tree.ts'

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function linesOf({ path, subCommands, options, choices, takesFile }: Node): string[] {
  const here = `complete -c guidebook -n ${quoted(`__guidebook_at ${path}`.trimEnd())}`
  return [
    ...subCommands.map(({ word, description }) => `${here} -f -a ${quoted(word)} -d ${quoted(description)}`),
    ...choices.map((word) => `${here} -f -a ${quoted(word)}`),
    ...(takesFile ? [`${here} -F`] : []),
    ...options.map(
      ({ word, description, takesValue, takesFile: isFile, choices: values }) =>
        `${here} -l ${word.slice(2)}${isFile ? ' -r -F' : takesValue ? ' -x' : ''}${values.length > 0 ? ` -a ${quoted(values.join(' '))}` : ''} -d ${quoted(description)}`,
    ),
  ]
}

/** A line for each possible word, on condition that the preceding words name its command. */
export function fishCompletion(nodes: readonly Node[]): string {
  const paths = nodes.flatMap(({ path }) => (path === '' ? [] : [quoted(path)]))
  return `# fish completion of guidebook; in ~/.config/fish/config.fish:  guidebook completion fish | source
function __guidebook_at
    set -l here
    for word in (commandline -opc)[2..]
        string match -q -- '-*' $word; and continue
        set -l next (string join ' ' $here $word)
        contains -- "$next" ${paths.join(' ')}; or break
        set here $here $word
    end
    test "$here" = "$argv"
end
complete -c guidebook -f
${nodes.flatMap(linesOf).join('\n')}
`
}
