/**
 * Checks both versions of the OpenAPI document with the recommended rules of Redocly and Spectral. Prints every finding that is not expected;
 * fails if there is one, or if an expected one is gone.
 */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { operations, toOpenApi, toVersion30 } from '../src/index.ts'

const document = toOpenApi(Object.values(operations), { publicUrl: 'https://guidebook.test' })
const texts = {
  '3.1': JSON.stringify(document),
  '3.0': JSON.stringify(toVersion30(document)),
}

/** The interface specification has the first path and `/content/geodata/route/{route_id}`. No request matches two of them with the same method. */
const expected = ['externalid', 'image'].map(
  (name) => `no-ambiguous-paths #/paths/~1content~1geodata~1{geodata_id}~1${name}`,
)

async function redoclyFindings(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)
}

async function spectralFindings(source: string): Promise<string[]> {
  const linter = new spectralCore.Spectral()
  linter.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] })
  const problems = await linter.run(source)
  return problems.map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`)
}

for (const [version, text] of Object.entries(texts)) {
  const redocly = await redoclyFindings(text)
  const findings = [
    ...redocly.filter((finding) => !expected.includes(finding)).map((finding) => `Redocly: ${finding}`),
    ...expected.filter((finding) => !redocly.includes(finding)).map((finding) => `no longer expected: ${finding}`),
    ...(await spectralFindings(text)).map((finding) => `Spectral: ${finding}`),
  ]
  for (const finding of findings) console.error(`OpenAPI ${version}: ${finding}`)
  if (findings.length > 0) process.exitCode = 1
}
