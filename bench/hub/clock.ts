/** Returns the time in milliseconds by a clock that all processes and threads of a Linux machine share. */
export const readSharedClockMs = (): number => Number(process.hrtime.bigint()) / 1e6
