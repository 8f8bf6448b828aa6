const origin = Number(process.hrtime.bigint()) / 1e6 - performance.now()

/** Returns the time in milliseconds by a clock that all processes of a Linux machine share. */
export const readSharedClockMs = (): number => origin + performance.now()
