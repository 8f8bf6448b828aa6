const origin = Number(process.hrtime.bigint()) / 1e6 - performance.now()

/** Milliseconds of a clock that all processes of one Linux machine share. */
export const readSharedClockMs = (): number => origin + performance.now()
