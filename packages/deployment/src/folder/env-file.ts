/** Files of variables for containers. They have no quotes, so that every program reads the same. */
const head = '# Written by `guidebook setup`. Change these with its options.'
const ownHead =
  '# Your own settings, one NAME=value per line. They stay, and replace those above: docs/operations/configuration.md'

/** The file of the settings. Keeps the operator's own settings in `former`. */
export function envFile(settings: Readonly<Record<string, string>>, former: string | undefined): string {
  const own = ownLines(former)
  const ownNames = new Set(own.map((line) => line.split('=')[0]?.trim()))
  const lines = Object.entries(settings)
    .filter(([name]) => !ownNames.has(name))
    .map(([name, value]) => `${name}=${value}`)
  return [head, ...lines, '', ownHead, ...own, ''].join('\n')
}

function ownLines(former: string | undefined): string[] {
  const own = former?.split(`${ownHead}\n`)[1]?.trim() ?? ''
  return own === '' ? [] : own.split('\n')
}

/** A value in such a file. */
export const settingIn = (file: string | undefined, name: string): string | undefined =>
  new RegExp(`^${name}=(.*)$`, 'm').exec(file ?? '')?.[1]
