const origin = Number(process.hrtime.bigint()) / 1e6 - performance.now()

/** Returns milliseconds of a clock that all processes of a Linux machine share. */
export const readSharedClockMs = (): number => origin + performance.now()
