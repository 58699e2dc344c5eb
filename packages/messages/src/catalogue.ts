import { buildMail } from './build-mail/index.ts'
import { importExplanations } from './import-explanations/index.ts'
import { importReport } from './import-report/index.ts'
import { roadbook } from './roadbook/index.ts'
import { shareMail } from './share-mail/index.ts'
import { tripPage } from './trip-page/index.ts'
import { webhookMail } from './webhook-mail/index.ts'

/** All messages, by area and language. */
export const catalogue = { roadbook, tripPage, shareMail, buildMail, webhookMail, importReport, importExplanations }
export type Area = keyof typeof catalogue
