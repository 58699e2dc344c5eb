import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { childrenOf } from '../src/process-memory.ts'

/** Clock ticks per second in `/proc/<pid>/stat`; Linux reports 100 on every architecture. */
const ticksPerSecond = 100

/** A process and its live descendants. */
export const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)]

/** Processor seconds that a process, its live descendants and its ended children have used. */
export const processorSeconds = (pid: number): number =>
  treeOf(pid).reduce((sum, one) => sum + ticksOf(one), 0) / ticksPerSecond

/** `utime`, `stime`, `cutime` and `cstime`: fields 14 to 17; the name in field 2 may contain spaces. */
const ticksOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
}

const last = availableParallelism() - 1

/** The last processor is for the replicas that are measured; all other processes use the others. */
export const processors = { all: `0-${last}`, ofReplicas: `${last}`, ofOthers: last === 0 ? '0' : `0-${last - 1}` }

/** Pins a process with its threads and descendants to processors; later children inherit it. */
export const pin = (pid: number, list: string): void => {
  for (const one of treeOf(pid)) execFileSync('taskset', ['-a', '-c', '-p', list, `${one}`], { stdio: 'ignore' })
}
