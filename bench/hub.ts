/**
 * `npm run bench:hub [-- --rounds 5]`: measures our hub, raw ws and Socket.IO in turns. Compares the time and cost of
 * a broadcast to all clients, the memory of an idle connection, and the effect of stalled clients on other clients.
 */
import { type ServerKind, serverKinds } from './hub/kinds.ts'
import { assertOpenFileLimit, choosePinningCommands, type PinningCommands } from './hub/machine.ts'
import { MeasuredServer } from './hub/measured-server.ts'
import type { BroadcastMeasurement } from './hub/readers.ts'
import { printComparison, SamplesByServer } from './hub/report.ts'
import { readRounds } from './rounds.ts'
import { formatSummary, summariseValues } from './statistics.ts'
import { formatMetOrMissed, printTable } from './table.ts'

/** The measured loads. Each load is 30,000 messages per second in total, for which raw ws needs a third of a core. */
const loads = [
  { clients: 100, perSecond: 300 },
  { clients: 1_000, perSecond: 30 },
  { clients: 5_000, perSecond: 6 },
]
const sizes = [100, 1024]
const seconds = 3
const FEW_IDLE = 1_000
const MANY_IDLE = 5_000
const stalledLoad = { clients: 1_000, perSecond: 30, sizes: [1024], seconds }
/** The number of stalled clients in the measurement with stalled clients. */
const STALLED = 10

/** The number of files that a process opens in addition to its connections. */
const OTHER_FILES = 200
/**
 * The share of a core above which the clients are too busy. Above this share, the clients, and not the server, limit
 * the measured speed.
 */
const CLIENTS_USE_MAX = 0.8
/** The share of a core above which other processes disturb the measured times. */
const OTHER_USE_MAX = 0.1

const P99_RATIO_MAX = 1.2
const MEMORY_MAX_KB = 12
const STALLED_RATIO_MAX = 1.1

const format = (count: number) => count.toLocaleString('en')
const fewIdle = `${format(FEW_IDLE)} idle`

const p50 = new SamplesByServer()
const p99 = new SamplesByServer()
const perProcessorSecond = new SamplesByServer()
const lag = new SamplesByServer()
const lost = new SamplesByServer()
const serverUse = new SamplesByServer()
const clientsUse = new SamplesByServer()
const otherUse = new SamplesByServer()
const resident = new SamplesByServer()
const heap = new SamplesByServer()
const stalledP50 = new SamplesByServer()
const stalledP99 = new SamplesByServer()
const stalledPerProcessorSecond = new SamplesByServer()
const stillStalled = new SamplesByServer()

/** Measures and prints all tables. @param rounds the number of measurements for each quantity and server */
export async function compareHubs(rounds: number): Promise<void> {
  assertOpenFileLimit(Math.max(...loads.map(({ clients }) => clients)) + OTHER_FILES)
  const cores = choosePinningCommands()
  console.log(`Hub: ${rounds} rounds of three servers in turns, with a new process for each measurement.`)
  console.log(cores.note)
  await MeasuredServer.prepare(cores)
  for (let round = 0; round < rounds; round++) {
    // Each round starts with another server.
    const order = serverKinds.map((_, i) => serverKinds[(i + round) % serverKinds.length] ?? 'ours')
    for (const load of loads) for (const kind of order) await measureBroadcasts(kind, cores, load)
    for (const kind of order) await measureMemory(kind, cores)
    for (const kind of order) await measureStalled(kind, cores, round % 2 === 0)
  }
  report()
}

async function measureBroadcasts(
  kind: ServerKind,
  cores: PinningCommands,
  load: (typeof loads)[number],
): Promise<void> {
  await using server = await MeasuredServer.start(kind, cores)
  const readings = await server.read({ ...load, sizes, seconds, stalled: 0 })
  for (const [i, reading] of readings.entries()) {
    const row = `${format(load.clients)} × ${format(sizes[i] ?? 0)} B`
    p50.add(row, kind, reading.p50)
    p99.add(row, kind, reading.p99)
    perProcessorSecond.add(row, kind, reading.perProcessorSecond)
    lag.add(row, kind, reading.lagMs)
    addCommon('all read', kind, reading)
  }
}

async function measureMemory(kind: ServerKind, cores: PinningCommands): Promise<void> {
  await using server = await MeasuredServer.start(kind, cores)
  const [empty, few, many] = await server.idle([FEW_IDLE, MANY_IDLE])
  if (!empty || !few || !many) throw new Error('Memory was not measured.')
  const rows = [
    { row: fewIdle, count: FEW_IDLE, from: empty, to: few },
    { row: `${format(MANY_IDLE)} idle`, count: MANY_IDLE, from: empty, to: many },
    { row: `from ${format(FEW_IDLE)} to ${format(MANY_IDLE)}`, count: MANY_IDLE - FEW_IDLE, from: few, to: many },
  ]
  for (const { row, count, from, to } of rows) {
    resident.add(row, kind, (to.resident - from.resident) / count / 1000)
    heap.add(row, kind, (to.heap - from.heap) / count / 1000)
  }
}

/**
 * Measures a server twice without stalled clients and twice with them. Alternates the order, because a server becomes
 * faster while it runs.
 */
async function measureStalled(kind: ServerKind, cores: PinningCommands, beginsWithout: boolean): Promise<void> {
  await using server = await MeasuredServer.start(kind, cores)
  for (const stalled of beginsWithout ? [0, STALLED, STALLED, 0] : [STALLED, 0, 0, STALLED]) {
    const [reading] = await server.read({ ...stalledLoad, stalled })
    if (!reading) throw new Error('Nothing was read.')
    const row = stalledRow(stalled)
    stalledP50.add(row, kind, reading.p50)
    stalledP99.add(row, kind, reading.p99)
    stalledPerProcessorSecond.add(row, kind, reading.perProcessorSecond)
    addCommon(row, kind, reading)
    if (stalled > 0) stillStalled.add('', kind, reading.stalled)
  }
}

const stalledRow = (stalled: number) => `${stalled} stalled`

function addCommon(row: string, kind: ServerKind, reading: BroadcastMeasurement): void {
  lost.add(row, kind, reading.lost)
  serverUse.add(row, kind, reading.serverUse)
  clientsUse.add(row, kind, reading.clientsUse)
  otherUse.add(row, kind, reading.otherUse)
}

function report(): void {
  printComparison({
    title: 'Broadcast: 99 % of arrivals within so many ms of the time they were due',
    samples: p99,
    better: 'lower',
    digits: 1,
    goal: { timesRawWs: P99_RATIO_MAX },
  })
  printComparison({ title: 'Broadcast: half of arrivals, ms', samples: p50, better: 'lower', digits: 1 })
  printComparison({
    title: 'Broadcast: arrivals for a second of processor time of the server',
    samples: perProcessorSecond,
    better: 'higher',
    digits: 0,
  })
  printComparison({
    title: 'Broadcast: lag of the event loop, 99 % of looks, ms',
    samples: lag,
    better: 'lower',
    digits: 1,
  })
  printComparison({
    title: 'Resident memory for each connection, KB (10^3 bytes)',
    samples: resident,
    better: 'lower',
    digits: 1,
    goal: { atMost: MEMORY_MAX_KB },
    // The row with few clients has no goal, because one-time costs make up most of its memory. Even raw ws takes 14 KB
    // for each connection in this row.
    without: [fewIdle],
  })
  printComparison({ title: 'Heap used for each connection, KB', samples: heap, better: 'lower', digits: 1 })
  printComparison({
    title: `${STALLED} of 1,000 readers have stopped: 99 % of arrivals at the others, ms`,
    samples: stalledP99,
    better: 'lower',
    digits: 1,
  })
  reportStalled()
  reportUse()
}

/**
 * Prints ratios of medians over all rounds. In a single measurement, the 99th percentile is the time of the slowest of
 * 90 broadcasts. The ratio of two such times would be mostly random.
 */
function reportStalled(): void {
  const medianOf = (samples: SamplesByServer, kind: ServerKind, stalled: number) =>
    summariseValues(samples.of(stalledRow(stalled), kind)).median
  const rows = serverKinds.map((kind) => {
    const ratioOf = (samples: SamplesByServer) => medianOf(samples, kind, STALLED) / medianOf(samples, kind, 0)
    const p99Ratio = ratioOf(stalledP99)
    const isMet = p99Ratio <= STALLED_RATIO_MAX
    const goal = kind === 'ours' ? [`≤ ${STALLED_RATIO_MAX.toFixed(2)}`, formatMetOrMissed(isMet)] : ['', '']
    const costs = [ratioOf(stalledP50), 1 / ratioOf(stalledPerProcessorSecond)].map((ratio) => ratio.toFixed(2))
    const missing = lost.all(kind).reduce((sum, count) => sum + count, 0)
    const left = summariseValues(stillStalled.of('', kind))
    return [
      kind,
      p99Ratio.toFixed(2),
      ...goal,
      ...costs,
      formatSummary(left),
      String(missing),
      formatMetOrMissed(missing === 0),
    ]
  })
  printTable(
    `What ${STALLED} stalled readers cost the others (with them ÷ without them), and what was lost in all`,
    ['', '99 %', 'goal', '', 'half', 'processor', 'kept to the end', 'lost', ''],
    rows,
  )
}

function reportUse(): void {
  const percent = (samples: SamplesByServer, kind: ServerKind) =>
    formatSummary(summariseValues(samples.all(kind).map((use) => use * 100)))
  printTable(
    'Use of the machine, % of a core',
    ['', ...serverKinds],
    [
      ['server', ...serverKinds.map((kind) => percent(serverUse, kind))],
      ['clients', ...serverKinds.map((kind) => percent(clientsUse, kind))],
      ['all else', ...serverKinds.map((kind) => percent(otherUse, kind))],
    ],
  )
  const most = Math.max(...serverKinds.flatMap((kind) => clientsUse.all(kind)))
  if (most > CLIENTS_USE_MAX) console.log('The clients were too busy: these are times of theirs, not of the servers.')
  const others = serverKinds.flatMap((kind) => otherUse.all(kind))
  const disturbed = others.filter((use) => use > OTHER_USE_MAX).length
  if (disturbed > 0) console.log(`Something else ran during ${disturbed} of ${others.length} measurements of times.`)
}

if (import.meta.main) await compareHubs(readRounds(5))
