import { readdirSync, readFileSync } from 'node:fs'

/** A process, as described by its `/proc/<pid>/status`. */
interface Process {
  pid: number
  parent: number
  kilobytes: number
}

/**
 * Parses the text of `/proc/<pid>/status`. Counts only private memory: pages of programs and libraries are left out,
 * because processes share them and the system can drop them.
 */
export function parseProcessStatus(status: string): Process {
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  return { pid: field('Pid'), parent: field('PPid'), kilobytes: field('RssAnon') + field('RssShmem') }
}

/** Adds up the memory of a process and all its descendants, in kilobytes. */
export function sumProcessTreeKilobytes(processes: Process[], root: number): number {
  const children = Map.groupBy(processes, ({ parent }) => parent)
  const sum = (pid: number): number =>
    (children.get(pid) ?? []).reduce((total, child) => total + child.kilobytes + sum(child.pid), 0)
  return sum(root) + (processes.find(({ pid }) => pid === root)?.kilobytes ?? 0)
}

function runningProcesses(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      return [parseProcessStatus(readFileSync(`/proc/${name}/status`, 'utf8'))]
    } catch {
      // The process has ended in the meantime.
      return []
    }
  })
}

/**
 * Measures the memory of this process and its descendants once a second.
 * @returns a function that gives the maximum so far in kilobytes, or null on a system without `/proc`
 */
export function trackPeakMemoryKilobytes(): () => number | null {
  if (process.platform !== 'linux') return () => null
  let peak = 0
  const sample = () => {
    peak = Math.max(peak, sumProcessTreeKilobytes(runningProcesses(), process.pid))
  }
  sample()
  setInterval(sample, 1000).unref()
  return () => peak
}
