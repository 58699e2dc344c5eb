import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'

/** A Kubernetes object. Its schema is checked by `manifests.test.ts`. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels?: Record<string, string> }
  // biome-ignore lint/suspicious/noExplicitAny: tests read deep into objects of many kinds
  spec: any
  data?: Record<string, string>
}

/** The objects that `kubectl apply -k` would apply, of a folder of this package. */
export const render = (path: string): Manifest[] => renderFolder(fileURLToPath(new URL(`../${path}`, import.meta.url)))

export function renderFolder(path: string): Manifest[] {
  const kubectl = process.env.TEST_KUBECTL ?? 'kubectl'
  // Warnings about `bases` go to the error output.
  const text = execFileSync(kubectl, ['kustomize', path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest)
}

export const ofKind = (manifests: readonly Manifest[], kind: string): Manifest[] =>
  manifests.filter((one) => one.kind === kind)
