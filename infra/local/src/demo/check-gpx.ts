import { readFileSync } from 'node:fs'
import { validateXML } from 'xmllint-wasm'
import { expectThat } from './checklist.ts'

const schema = {
  fileName: 'gpx-1.1.xsd',
  contents: readFileSync(new URL('./data/gpx-1.1.xsd', import.meta.url), 'utf8'),
}

/** Validates all files against the GPX 1.1 schema in one run of xmllint. */
export async function expectValidGpx(files: readonly { fileName: string; contents: string }[]): Promise<void> {
  const { valid, errors } = await validateXML({ xml: [...files], schema: [schema], maxMemoryPages: 4096 })
  expectThat(
    valid,
    `not GPX 1.1: ${errors
      .map(({ message }) => message)
      .slice(0, 3)
      .join('; ')}`,
  )
}
