import { describe, expect, test } from 'vitest'
import { hashCommentText, type SpamSignals, scoreSpam } from './spam.ts'

/** Judges an ordinary comment, with the given changes of its signals. */
const judge = (signals: Partial<SpamSignals>) =>
  scoreSpam({
    content: 'I liked the part about the battered hat.',
    form: { website: '', openMs: 20_000 },
    first: false,
    recent: 0,
    repeats: null,
    ...signals,
  })
const links = (count: number) => Array.from({ length: count }, (_, i) => `https://hat.example/${i}`).join(' ')

test('an ordinary comment gets no spam score, also as a first comment, in another script or as an edit', () => {
  for (const signals of [
    {},
    { first: true },
    { recent: 2 },
    { content: 'ДОБРЫЙ день, это Ναί ok 你好 HELLO' },
    { content: `Look: ${links(2)}` },
    { content: 'Nooooo!!!!!!!!!!!!!!! ----------- 1000000000' },
    { content: 'GO ADA' },
  ]) {
    expect(judge(signals), JSON.stringify(signals)).toEqual({ score: 0, reasons: [] })
  }
  const { form: _, ...edit } = { content: 'Hello', form: null, first: false, recent: 0, repeats: null }
  expect(scoreSpam(edit)).toEqual({ score: 0, reasons: [] })
})

describe('a comment that looks like spam gets a score, with a reason in words', () => {
  test.each<[Partial<SpamSignals>, number, RegExp]>([
    [{ form: { website: 'https://x.example', openMs: 20_000 } }, 5, /people do not see/],
    [{ form: { website: '', openMs: 1_234 } }, 2, /^Sent 1\.2 seconds after/],
    [{ form: { website: '', openMs: null } }, 1, /not sent by the form/],
    [{ content: links(3) }, 1, /^Has 3 links/],
    [{ content: 'www.a.example http://b.example HTTPS://c.example www.d.example' }, 2, /^Has 4 links/],
    [{ content: links(1), first: true }, 2, /first comment/],
    [{ recent: 3 }, 2, /number 4 .* five minutes/],
    [{ repeats: 'own' }, 3, /Its author has written the same/],
    [{ repeats: 'others' }, 3, /Somebody else has written the same/],
    [{ content: 'aaaaaaaaaa' }, 1, /one letter/],
    [{ content: 'BUY ALL THE BATTERED HATS now' }, 1, /capitals/],
    [{ content: 'Visit pаypal' }, 1, /several scripts/],
  ])('a comment with these signs of spam gets a score and a reason in words: %j', (signals, score, reason) => {
    expect(judge(signals)).toEqual({ score, reasons: [expect.stringMatching(reason)] })
  })
})

test('a link that begins with https://www. counts as one link', () => {
  expect(judge({ content: 'https://www.hat.example and http://www.cap.example' })).toEqual({ score: 0, reasons: [] })
  const three = 'https://www.a.example https://www.b.example HTTP://WWW.c.example'
  expect(judge({ content: three }).reasons).toEqual(['Has 3 links.'])
  const joined = 'www.a.example/www.b.example/www.c.example'
  expect(judge({ content: joined }).reasons).toEqual(['Has 3 links.'])
})

test('the spam scores of several signs add up', () => {
  const { score, reasons } = judge({ content: links(4), first: true, form: { website: '', openMs: 10 } })
  expect([score, reasons.length]).toEqual([6, 3])
})

test('texts that differ only in blanks and capitals count as repeated', () => {
  expect(hashCommentText('Buy  my\nHATS')).toBe(hashCommentText('buymyhats'))
  expect(hashCommentText('Buy my hats')).not.toBe(hashCommentText('Buy my cats'))
})
