// Each from its own file: a whole version has hundreds of schemas.
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject'
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor'
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { Secret } from 'kubernetes-models/v1/Secret'
import { Service } from 'kubernetes-models/v1/Service'
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount'
import type { Manifest } from './render.ts'

const models = [
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  PodMonitor,
  PrometheusRule,
  ScaledObject,
  Secret,
  Service,
  ServiceAccount,
]

type Validate = (this: unknown) => void

/** The faults of an object by the schema of its kind, and its fields that the schema does not know. */
export function validateManifest(manifest: Manifest): string[] {
  const { apiVersion, kind, metadata } = manifest
  const name = `${kind} ${metadata.name}`
  const model = models.find((one) => one.apiVersion === apiVersion && one.kind === kind)
  if (model === undefined) return [`${name}: there is no schema for ${apiVersion}`]
  const { watched, unread } = watchReads(manifest)
  try {
    ;(model.prototype.validate as Validate).call(watched)
  } catch (error) {
    return [`${name}: ${(error as Error).message}`]
  }
  return unread().map((path) => `${name}: unknown field ${path}`)
}

/**
 * Schemas of Kubernetes accept any additional field, so a misspelt one would be valid. A validator reads all fields that it knows;
 * a field that was not read is unknown.
 */
function watchReads(root: object) {
  const reads = new Map<object, Set<string | symbol>>()
  const watch = <T extends object>(target: T): T => {
    const read = reads.get(target) ?? new Set()
    reads.set(target, read)
    return new Proxy(target, {
      get(_, key) {
        read.add(key)
        const value = Reflect.get(target, key)
        return typeof value === 'object' && value !== null ? watch(value) : value
      },
    })
  }
  const unreadIn = (value: unknown, path: string): string[] => {
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, inner]) =>
      reads.get(value)?.has(key) ? unreadIn(inner, `${path}/${key}`) : [`${path}/${key}`],
    )
  }
  return { watched: watch(root), unread: () => unreadIn(root, '') }
}
