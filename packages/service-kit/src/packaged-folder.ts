import { existsSync } from 'node:fs'

/**
 * The URL of a folder that a program reads. A bundle has it beside its code (`infra/build`). In the tree it is at `inTree`, by default beside the
 * folder `src`, where `from` is.
 */
export function packagedFolder(name: string, from: string, inTree = `../${name}`): URL {
  const beside = new URL(`./${name}/`, from)
  return existsSync(beside) ? beside : new URL(`${inTree}/`, from)
}
