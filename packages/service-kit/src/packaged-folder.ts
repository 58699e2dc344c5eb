import { existsSync } from 'node:fs'

/**
 * The URL of a folder of a service. A bundle has it beside its code (`infra/build`), and the sources beside the folder `src`, where `from`
 * is.
 */
export function packagedFolder(name: string, from: string): URL {
  const beside = new URL(`./${name}/`, from)
  return existsSync(beside) ? beside : new URL(`../${name}/`, from)
}
