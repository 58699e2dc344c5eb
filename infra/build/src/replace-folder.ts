import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs'

/** Creates a folder under a temporary name first, so that it is complete when it has its own name. */
export function replaceFolder(folder: string, create: (folder: string) => void): void {
  const temporary = `${folder}.${process.pid}`
  rmSync(temporary, { recursive: true, force: true })
  mkdirSync(temporary, { recursive: true })
  create(temporary)
  rmSync(folder, { recursive: true, force: true })
  renameSync(temporary, folder)
}

/** Copies a bundle without source maps, which Node.js does not read by default. */
export const copyFolder = (source: string, target: string): void =>
  cpSync(source, target, { recursive: true, filter: (path) => !path.endsWith('.map') })
