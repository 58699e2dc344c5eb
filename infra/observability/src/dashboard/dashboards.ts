import { type ServiceName, serviceNames } from '@guidebook/contracts'
import { commonRows, requestPanels } from './common-rows.ts'
import type { Dashboard } from './layout.ts'
import { buildPanels, deliveryPanels, importPanels, releasePanels } from './main-job-rows.ts'
import { ownPanels } from './service-rows.ts'

const ofService = (service: ServiceName): Dashboard => ({
  uid: `guidebook-${service}`,
  title: `Guidebook / ${service}`,
  description: `Requests, messages, work and processes of ${service}.`,
  rows: [
    { title: 'Requests', panels: requestPanels(service) },
    { title: 'Work', panels: ownPanels[service] },
    ...commonRows(service),
  ],
})

/** From a request to a readable link and a delivered webhook, and from a mail to settled rows. */
const mainJob: Dashboard = {
  uid: 'guidebook-main-job',
  title: 'Guidebook / from release to delivery',
  description: 'A release is created, built, readable and delivered; a mail with a CSV file becomes releases.',
  rows: [
    { title: '1. Partners and travellers', panels: requestPanels('gateway') },
    { title: '2. Releases', panels: releasePanels },
    { title: '3. Builds', panels: buildPanels },
    { title: '4. Webhooks', panels: deliveryPanels },
    { title: 'Imports by mail', panels: importPanels },
  ],
}

export const dashboards: readonly Dashboard[] = [mainJob, ...serviceNames.map(ofService)]
