import { expect, test, vi } from 'vitest'
import { DAY_MS, SECOND_MS } from '#contract/limits.ts'
import type { VisitSums } from '#contract/statistics.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { addPerson } from '../../testing/people.ts'
import { createTestSite } from '../../testing/site.ts'

const MESSAGES = 10_000
const DAYS = 20
const START = Date.UTC(2026, 10, 1)
const PAGES = ['/', '/about', '/articles/ma%C3%9Farbeit']
const SITES = ['news.example.org', 'search.example.com', 'forum.example.net']
const BROWSERS = ['Chrome/140.0.0.0', 'Firefox/140.0', 'Version/18.0 Safari/605.1.15']
const ROBOTS = ['Googlebot/2.1', 'HeadlessChrome/140.0.0.0']

/** Returns the same random numbers in every run (mulberry32). */
function createDice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (max: number) => Math.floor(next() * max),
    choose: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
  }
}

/** The expected figures, counted without the code under test. */
class Truth {
  readonly sums = new Map<string, VisitSums>()
  readonly names = new Map<string, number>()
  readonly #readers = new Set<string>()

  add(day: string, page: string, reader: string, { isRead = false, seconds = 0, isNew = true }) {
    for (const key of [`${day} ${page}`, `${day} all`]) {
      const sum = this.sums.get(key) ?? { visits: 0, readers: 0, ends: 0, seconds: 0 }
      this.sums.set(key, sum)
      if (isNew) sum.visits++
      if (isRead) sum.ends++
      sum.seconds += seconds
      if (isNew && !this.#readers.has(`${key} ${reader}`)) sum.readers++
      if (isNew) this.#readers.add(`${key} ${reader}`)
    }
  }

  name(kind: string, name: string) {
    const key = `${kind} ${name}`
    this.names.set(key, (this.names.get(key) ?? 0) + 1)
  }
}

test(`the figures of ${MESSAGES} messages about visits, counted by two processes, are exact`, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  const desk = await createDeskSite()
  const processes = [desk, await createTestSite({ db: desk.db })]
  const dice = createDice(20)
  const truth = new Truth()
  const runJobs = async ({ app }: Pick<typeof desk, 'app'>) => {
    const { jobs = [], leaderJobs = [] } = app.features.find(({ name }) => name === 'statistics') ?? {}
    for (const { run } of [...jobs, ...leaderJobs]) while ((await run()) === true);
  }

  const newVisit = { isNew: true, seconds: 0, isRead: false, from: '', searches: [], pictures: [] }
  const send = async (visits: object[], reader: { ip: string; userAgent: string }, headers = {}) => {
    const answer = await dice.choose(processes).call('POST', '/api/visits', {
      from: reader.ip,
      headers: { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': reader.userAgent, ...headers },
      body: JSON.stringify(visits.map((visit) => ({ ...newVisit, ...visit }))),
    })
    expect(answer.statusCode).toBe(204)
  }

  for (let number = 0; number < MESSAGES; number++) {
    const at = START + Math.floor((number / MESSAGES) * DAYS * DAY_MS)
    vi.setSystemTime(at)
    const day = new Date(at).toISOString().slice(0, 10)
    const reader = { ip: `192.0.2.${dice.below(200)}`, userAgent: `Mozilla/5.0 ${dice.choose(BROWSERS)}` }
    const kind = dice.below(100)
    const page = dice.choose(PAGES)
    const seconds = dice.below(600)
    const isRead = dice.below(3) === 0
    if (kind < 5) await send([{ path: page, seconds, isRead }], { ...reader, userAgent: dice.choose(ROBOTS) })
    else if (kind < 10)
      await send([{ path: page, seconds, isRead }], reader, dice.choose([{ dnt: '1' }, { 'sec-gpc': '1' }]))
    else if (kind < 14) {
      const path = `/gone-${dice.below(5)}`
      await send([{ path, seconds }], reader)
      truth.name('missing', path)
    } else {
      const from = dice.below(4) === 0 ? dice.choose(SITES) : ''
      const words = dice.below(20) === 0 ? `words ${dice.below(4)}` : null
      const picture = dice.below(50) === 0 ? `/assets/${dice.below(3)}.png` : null
      // Some readers open several pages before they leave the tab.
      const others = Array.from({ length: dice.below(4) === 0 ? dice.below(8) : 0 }, () => dice.choose(PAGES))
      const visit = { path: page, seconds, isRead, from }
      await send(
        [
          { ...visit, searches: words ? [words] : [], pictures: picture ? [picture] : [] },
          ...others.map((path) => ({ path, seconds: 7, isRead: true, from: page })),
        ],
        reader,
      )
      truth.add(day, page, `${reader.ip} ${reader.userAgent}`, { seconds, isRead })
      for (const other of others)
        truth.add(day, other, `${reader.ip} ${reader.userAgent}`, { seconds: 7, isRead: true })
      if (from) truth.name('referrer', from)
      if (words) truth.name('search', words)
      if (picture) truth.name('picture', picture)
      // Some readers come back to the tab.
      if (dice.below(5) === 0) {
        const more = dice.below(60)
        await send([{ path: page, seconds: more, isNew: false }], reader)
        truth.add(day, page, `${reader.ip} ${reader.userAgent}`, { seconds: more, isNew: false })
      }
    }
    if (dice.below(40) === 0) await runJobs(dice.choose(processes))
    // The last minute before midnight is written before the readers of the day are deleted.
    if (number % (MESSAGES / DAYS) === MESSAGES / DAYS - 1) for (const each of processes) await runJobs(each)
  }

  vi.setSystemTime(START + DAYS * DAY_MS - SECOND_MS)
  const { token } = await addPerson(desk.db, { roles: ['Admin'] })
  for (const page of ['all', ...PAGES]) {
    const query = page === 'all' ? '' : `?page=${encodeURIComponent(page)}`
    const { days, names } = (await desk.ask('GET', `/statistics${query}`, undefined, token)).body
    for (const { day, ...sums } of days)
      expect([day, page, sums]).toEqual([
        day,
        page,
        truth.sums.get(`${day} ${page}`) ?? { visits: 0, readers: 0, ends: 0, seconds: 0 },
      ])
    if (page !== 'all') continue
    const counted = Object.entries(names as Record<string, { name: string; count: number }[]>).flatMap(([kind, rows]) =>
      rows.map(({ name, count }): [string, number] => [`${kind} ${name}`, count]),
    )
    expect(new Map(counted.sort())).toEqual(new Map([...truth.names].sort()))
  }
}, 180_000)
