/** What one program gets: its secrets and settings, as paths in the folder. */
interface ProgramFiles {
  name: string
  secrets: readonly string[]
  settings: string
}

/**
 * A Secret and a ConfigMap for each program. The names get a suffix by the content, so that an overlay that has this folder among its resources
 * restarts the programs whose settings change. Kustomize reads no files above this one, so it is in the folder itself. `env` is the spelling
 * that all versions of it accept.
 */
export function kustomization(programs: readonly ProgramFiles[]): string {
  const list = (paths: readonly string[]) => paths.map((path) => `      - ${path}`)
  return [
    '# Written by `guidebook setup`. Name this folder among the resources of your overlay.',
    'apiVersion: kustomize.config.k8s.io/v1beta1',
    'kind: Kustomization',
    'generatorOptions:',
    '  disableNameSuffixHash: false',
    'secretGenerator:',
    ...programs.flatMap(({ name, secrets }) => [`  - name: ${name}-secrets`, '    files:', ...list(secrets)]),
    'configMapGenerator:',
    ...programs.flatMap(({ name, settings }) => [`  - name: ${name}-settings`, `    env: ${settings}`]),
    '',
  ].join('\n')
}
