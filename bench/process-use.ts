import { readFile } from 'node:fs/promises'

/** The unit in which Linux counts processor time, in milliseconds. */
const TICK_MS = 10

/** Returns the resident memory of a process in MB (10^6 bytes). Linux only. */
export async function readResidentMegabytes(pid: number): Promise<number> {
  const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kibibytes) * 1024) / 1e6
}

/** Returns the processor time of a process in milliseconds. Linux only. */
export async function readProcessorMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The process name in parentheses may contain spaces, so the fields are counted from its end. User and system time
  // are the fields 14 and 15 of the line.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/**
 * Returns the processor time that all cores have spent since the start of the machine, in milliseconds. Includes the
 * kernel and the time that the host has taken away. Linux only.
 */
export async function readMachineProcessorMs(): Promise<number> {
  const [, user, nice, system, , , interrupts, softInterrupts, stolen] = (await readFile('/proc/stat', 'utf8'))
    .split('\n', 1)
    .flatMap((line) => line.split(/\s+/).map(Number))
  const ticks = [user, nice, system, interrupts, softInterrupts, stolen]
  return ticks.reduce<number>((sum, count = 0) => sum + count, 0) * TICK_MS
}
