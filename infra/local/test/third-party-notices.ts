import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The manifest of a package, as far as it is used here. */
interface Manifest {
  name: string
  version: string
  license?: string
  homepage?: string
  repository?: string | { url: string }
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  guidebook?: { assets?: Record<string, string[]> }
}

const read = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The name without the platform, of which a package manager installs only its own: `@img/sharp-libvips-linux-x64` is `@img/sharp-libvips`. */
const withoutPlatform = (name: string) => name.replace(/-(linux\w*|darwin|win32|android|freebsd|wasm32)\b.*$/, '')

/** The folder of an installed dependency; undefined when it is for another platform. */
function folderOf(name: string, from: string): string | undefined {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(candidate)) return realpathSync.native(candidate)
  }
  return undefined
}

/** Adds what a package needs in production, and what that needs. Our own packages are passed through. */
function collect(folder: string, found: Map<string, string>, seen: Set<string>): void {
  if (seen.has(folder)) return
  seen.add(folder)
  const { name, dependencies, optionalDependencies, guidebook } = read(folder)
  if (!name.startsWith('@guidebook/')) found.set(`${withoutPlatform(name)} ${read(folder).version}`, folder)
  const assets = Object.keys(guidebook?.assets ?? {})
  for (const dependency of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...assets]) {
    const target = folderOf(dependency, folder)
    if (target !== undefined) collect(target, found, seen)
  }
}

const isLicence = (file: string) => /^(licence|license|copying|notice|third.party|ofl)/i.test(file)

const worldMap =
  'The map of the world contains seas and lakes of OpenStreetMap (© OpenStreetMap contributors, Open Database License 1.0, https://opendatacommons.org/licenses/odbl/1.0/), places of GeoNames (Creative Commons Attribution 4.0, https://www.geonames.org) and borders and rivers of Natural Earth (public domain).'

/** Fonts and libraries whose licence is only in their README. */
const licensedByReadme = ['@img/sharp-libvips', 'dejavu-fonts-ttf']

function textsOf(folder: string): string[] {
  const hasReadme = licensedByReadme.includes(withoutPlatform(read(folder).name))
  const files = readdirSync(folder, { withFileTypes: true }).filter((file) => file.isFile())
  const names = files.map(({ name }) => name).filter((name) => isLicence(name) || (hasReadme && name === 'README.md'))
  return names.sort().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8').replaceAll(/\r\n?/g, '\n').trim()
    return name === 'README.md' ? text.slice(text.search(/^#+ .*(license|licensing)/im)) : text
  })
}

/** Licence, and where the source is. */
function describe({ license = 'see below', homepage, repository = homepage ?? '' }: Manifest): string {
  const source = typeof repository === 'string' ? repository : repository.url
  return [license, source.replace(/^git\+/, '')].filter((part) => part !== '').join(', ')
}

/** The packages of npm that run in the services or in the browsers of people, with their licences. Texts that several packages share are shown once. */
export function thirdPartyNotices(ours: readonly string[]): string {
  const found = new Map<string, string>()
  const seen = new Set<string>()
  for (const folder of ours) collect(folder, found, seen)
  const packages = [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  const byText = new Map<string, string[]>()
  for (const [name, folder] of packages) {
    for (const text of textsOf(folder)) byText.set(text, [...(byText.get(text) ?? []), name])
  }
  const list = packages.map(([name, folder]) => `- ${name}: ${describe(read(folder))}`)
  const texts = [...byText].map(([text, names]) => `${names.join(', ')}\n\n${text}`)
  const line = `\n\n${'-'.repeat(80)}\n\n`
  return `${['Third-party software in the services', worldMap, list.join('\n'), ...texts].join(line)}\n`
}
