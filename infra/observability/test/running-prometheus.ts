import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { eventually } from '@guidebook/acceptance/src/eventually.ts'
import { stringify } from 'yaml'
import { rulesFile } from '../src/rules.ts'
import { prometheus } from './programs.ts'

/** Starts Prometheus with our rules. It scrapes the health listeners, by service, every second. */
export async function startPrometheus(healthUrls: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'guidebook-prometheus-'))
  copyFileSync(rulesFile, join(folder, 'rules.yaml'))
  const targets = Object.entries(healthUrls).map(([service, url]) => ({
    targets: [new URL(url).host],
    labels: { service },
  }))
  const configuration = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['rules.yaml'],
    scrape_configs: [{ job_name: 'guidebook', static_configs: targets }],
  }
  writeFileSync(join(folder, 'prometheus.yml'), stringify(configuration))
  const args = ['--config.file=prometheus.yml', '--storage.tsdb.path=data', '--web.listen-address=127.0.0.1:0']
  const child = spawn(prometheus, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const url = `http://${await addressOf(child)}`
  // It listens before it has opened its storage.
  await eventually('Prometheus is ready', 60_000, async () => (await fetch(`${url}/-/ready`)).ok)
  return {
    /** Returns the `data` of a response of the API. */
    async api<T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> {
      const response = await fetch(`${url}/api/v1/${path}?${new URLSearchParams(query)}`)
      const { data, error } = (await response.json()) as { data: T; error?: string }
      if (!response.ok) throw new Error(`${path} ${JSON.stringify(query)}: ${error}`)
      return data
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    const lines: string[] = []
    if (child.stderr === null) throw new Error('Prometheus has no output')
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines.push(line)
      const address = /Listening on"? address=(\S+)/.exec(line)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`Prometheus ended:\n${lines.join('\n')}`)))
  })
