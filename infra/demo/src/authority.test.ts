import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { authority } from './authority.ts'

test('everyone may read the certificate of the authority, only its owner the key, also with the umask of the program', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guidebook-authority-'))
  const umask = process.umask(0o077)
  try {
    await authority({ authority: folder, authorityKey: folder })
    const modeOf = (name: string) => statSync(join(folder, name)).mode & 0o777
    expect([modeOf('authority.pem'), modeOf('authority.key')]).toEqual([0o644, 0o600])
  } finally {
    process.umask(umask)
    rmSync(folder, { recursive: true })
  }
})
