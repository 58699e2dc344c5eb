export { deploymentFiles, markerFile, type Owner } from './folder/deployment-files.ts'
export { DamagedFileError, type FormerFiles } from './folder/former-files.ts'
export { type DeploymentOptions, type OptionFault, optionFaults } from './folder/options.ts'
export {
  type BrokerDefinitions,
  type BrokerUser,
  brokerDefinitions,
  brokerUrl,
  maxMessageBytes,
  vhost,
} from './servers/broker.ts'
export { rolesScript, roleUrl } from './servers/roles.ts'
export { type Deployment, type ServiceEnvironment, serviceEnvironment } from './services/environment.ts'
export { forEachService, type PerService } from './services/for-each-service.ts'
export { createServiceKey, publicKeyOf } from './services/keys.ts'
