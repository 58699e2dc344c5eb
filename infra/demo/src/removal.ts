import { removeDemonstration } from '@guidebook/local/demonstration'
import { printLine } from '@guidebook/local/report'
import { required, secretIn } from './environment.ts'
import { folders } from './folders.ts'

/** Removes what the demonstrations of this composition made, as `npm run demo -- --remove` does. */
export const removal = () =>
  removeDemonstration({
    system: { adminUrl: required('ADMIN_URL'), adminToken: secretIn('ADMIN_TOKEN_FILE') },
    folder: folders.demonstration,
    report: printLine,
  })
