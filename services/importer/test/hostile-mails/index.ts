/** Mails as they come, as broken programs write them, and as attackers do, each with what is read from it. All made here. */

import { archives } from './archives.ts'
import { bodies } from './bodies.ts'
import { bounds } from './bounds.ts'
import { dispositions, encodings } from './encodings.ts'
import { headers, machines, senders } from './headers.ts'
import type { HostileMail } from './mail-case.ts'
import { names, types } from './names.ts'
import { others } from './other-files.ts'
import { structures } from './structures.ts'

export const hostileMails: readonly HostileMail[] = [
  ...types,
  ...names,
  ...dispositions,
  ...encodings,
  ...structures,
  ...archives,
  ...others,
  ...bodies,
  ...senders,
  ...headers,
  ...machines,
  ...bounds,
]
