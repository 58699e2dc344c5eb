export {
  type BrokerDefinitions,
  type BrokerUser,
  brokerDefinitions,
  brokerUrl,
  maxMessageBytes,
  vhost,
} from './servers/broker.ts'
export { database, rolesScript, roleUrl } from './servers/roles.ts'
export { type Deployment, type ServiceEnvironment, serviceEnvironment } from './services/environment.ts'
export { forEachService, type PerService } from './services/for-each-service.ts'
export { createServiceKey, publicKeyOf } from './services/keys.ts'
