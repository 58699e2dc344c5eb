export {
  type Overrides,
  type OwnParts,
  type ServiceDescription,
  type ServiceParts,
  startParts,
} from './parts.ts'
