export { meter, prometheusText } from './metrics.ts'
export { countLimit, type Observation, observeGauges } from './observe-gauges.ts'
export { withholdTrace } from './propagation.ts'
export { currentTraceparent, withTrace } from './trace.ts'
