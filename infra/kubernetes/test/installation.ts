import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serviceNames } from '@guidebook/contracts'
import { type Manifest, renderFolder } from './render.ts'

const infrastructure = fileURLToPath(new URL('../..', import.meta.url))
const isTest = /\/(node_modules|test)$/

/** Renders an example in a copy of the manifests, beside a folder `deployment` of the form that `guidebook setup` gives it. */
export function renderExample(name: string): Manifest[] {
  const root = mkdtempSync(join(tmpdir(), 'guidebook-kubernetes-'))
  try {
    for (const folder of ['kubernetes', 'observability/kubernetes']) {
      const copy = join(root, 'infra', folder)
      cpSync(join(infrastructure, folder), copy, { recursive: true, filter: (path) => !isTest.test(path) })
    }
    writeDeployment(join(root, 'deployment'))
    return renderFolder(join(root, 'infra/kubernetes/examples', name))
  } finally {
    rmSync(root, { recursive: true })
  }
}

function writeDeployment(folder: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const programs = [...serviceNames, 'migrate']
  for (const name of programs) {
    write(`secrets/${name}/DATABASE_URL`, 'postgres://example\n')
    write(`env/${name}.env`, 'PUBLIC_URL=https://trips.example.com\n')
  }
  const lines = (head: string, each: (name: string) => string) => [head, ...programs.map(each)]
  write(
    'kustomization.yaml',
    [
      ...lines('secretGenerator:', (name) => `  - { name: ${name}-secrets, files: [secrets/${name}/DATABASE_URL] }`),
      ...lines('configMapGenerator:', (name) => `  - { name: ${name}-settings, env: env/${name}.env }`),
      '',
    ].join('\n'),
  )
}
