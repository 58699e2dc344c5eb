import { DamagedFileError, deploymentFiles } from '@guidebook/deployment'
import { positional } from '../arguments.ts'
import { changing } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { table } from '../output/layout.ts'
import type { Result } from '../result.ts'
import { formerFiles, writeFiles } from '../setup/folder.ts'
import { isRoot, readOptions, setupArguments } from '../setup/options.ts'

export const setup = changing({
  summary: 'Create the keys, passwords and settings of a deployment in a folder; again: add what is missing',
  args: { folder: positional('New or empty folder, or one from an earlier setup'), ...setupArguments },
  examples: [
    'guidebook setup deployment --public-url https://trips.operator.example',
    'guidebook setup deployment --database-url @/root/database-url --broker-url @/root/broker-url --dry-run',
  ],
  async plan({ folder, ...values }, { env }) {
    const { options, owner } = readOptions(values, env)
    const former = formerFiles(folder)
    const files = await deploymentFiles(options, former, owner).catch((error: unknown) => {
      if (error instanceof DamagedFileError) throw new CommandError('failed', 'file-damaged', error.message)
      throw error
    })
    const changes = [...files].map(([path, content]) => {
      const before = former.text(path)
      return { path, state: before === undefined ? 'created' : before === content.trim() ? 'kept' : 'changed' }
    })
    const pathsOf = (state: string) => changes.filter((one) => one.state === state).map(({ path }) => path)
    const json = { folder, created: pathsOf('created'), changed: pathsOf('changed'), kept: pathsOf('kept') }
    const shown = changes.filter(({ state }) => state !== 'kept')
    const show =
      shown.length === 0
        ? `Nothing to change: ${folder} is complete.`
        : table(
            ['FILE', 'STATE'],
            shown.map(({ path, state }) => [path, state]),
          )
    const result: Result = { json, show }
    return {
      requests: [],
      preview: {
        json: { dryRun: true, ...json },
        show,
        notes: ['Nothing was written: this was a dry run.'],
      },
      async execute() {
        writeFiles(folder, files, isRoot() ? owner : null)
        return { ...result, notes: former.exist ? [] : [`Keep a copy of ${folder}: nobody can restore its keys.`] }
      },
    }
  },
})
