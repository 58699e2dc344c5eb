import { serviceNames } from '@guidebook/contracts'
import { scale as scaleTo } from '../engine/replace.ts'
import type { Step } from '../step.ts'
import { demonstrate } from './demo.ts'

export const scale: Step = {
  name: 'scale',
  title: 'with two replicas of every service the demonstration passes',
  async run(context) {
    await scaleTo(context.system, Object.fromEntries(serviceNames.map((service) => [service, 2])))
    const result = await demonstrate(context)
    return `${serviceNames.length * 2} healthy replicas; ${result}`
  },
}
