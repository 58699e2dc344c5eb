import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

/** A folder that does not exist: all files of a book live in memory, and the template can reach no others. */
export const workspace = '/guidebook-roadbook'

/** Typst with the bytes of its fonts, which it keeps: of paths it would leave out the text of a font that has gone since, and say nothing. */
export const createCompiler = (fonts: Buffer[]): NodeCompiler =>
  NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fonts }] })
