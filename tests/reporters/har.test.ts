import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../harness/report.js';
import { renderHar } from '../../reporters/har.js';
import { type Archive, readArchive } from './archive.js';
import { everyVerdict, hostile, REPORTS, twoFails } from './reports.js';
import { sampleExchange } from './sample.js';

const WRITE: Exchange = {
  ...sampleExchange(2, '/api/1.2/bundles/?a=1&b=%20c&b=', 'user'),
  startedAt: '2026-01-02T03:04:06.007Z',
  request: {
    method: 'POST',
    url: 'https://patchwork.example.org/api/1.2/bundles/?a=1&b=%20c&b=',
    headers: { 'content-type': 'application/json', authorization: 'Token $CONFORMANCE_USER_TOKEN' },
    body: '{"name":"é"}',
  },
  response: {
    status: 302,
    headers: { location: '/elsewhere', link: ['<a>', '<b>'] },
    body: 'é',
  },
};

function firstEntry({ log }: Archive) {
  const [entry] = log.entries;
  if (entry === undefined) throw new Error('the archive has no entry');
  return entry;
}

describe('an HTTP Archive', () => {
  for (const [name, report] of REPORTS) {
    it(`is what the schema of the format allows: ${name}`, () => {
      const { log } = readArchive(renderHar(report()));
      expect(log.entries).toHaveLength(report().exchanges.length);
    });
  }

  it('says that a report holds only what a finding points to, and when the run began', () => {
    const archive = readArchive(renderHar(twoFails()));
    expect(archive.log.comment).toMatch(/^Only the exchanges with https:.* that are evidence/);
    expect(archive.log.comment).toContain('--report FILE.har writes all');
    expect(firstEntry(archive).startedDateTime).toBe('2026-01-02T03:04:05Z');
  });

  it('holds every exchange that it is given, as it was', () => {
    const archive = readArchive(
      renderHar(everyVerdict(), { exchanges: [WRITE, sampleExchange(3, '/x')] }),
    );
    expect(archive.log.comment).toMatch(/^All requests to https:\/\/patchwork\.example\.org/);
    expect(archive.log.comment).toContain('Credentials and e-mail addresses are masked');
    expect(archive.log.entries.map(({ comment }) => comment)).toEqual([
      'exchange 2, as user',
      'exchange 3, as anonymous',
    ]);
    const { request, response, startedDateTime, time } = firstEntry(archive);
    expect([startedDateTime, time]).toEqual(['2026-01-02T03:04:06.007Z', 12.5]);
    expect(request.queryString).toEqual([
      { name: 'a', value: '1' },
      { name: 'b', value: ' c' },
      { name: 'b', value: '' },
    ]);
    expect(request.postData).toEqual({ mimeType: 'application/json', text: '{"name":"é"}' });
    expect(request.bodySize).toBe(13);
    expect(response.headers).toEqual([
      { name: 'location', value: '/elsewhere' },
      { name: 'link', value: '<a>' },
      { name: 'link', value: '<b>' },
    ]);
    expect(response.redirectURL).toBe('/elsewhere');
    expect(response.content).toEqual({ size: 2, mimeType: '', text: 'é' });
  });

  it('says of a body that was cut how long it was', () => {
    const request = { ...WRITE.request, bodyBytes: 5000 };
    const response = { ...WRITE.response, bodyBytes: 6000 };
    const text = renderHar(everyVerdict(), { exchanges: [{ ...WRITE, request, response }] });
    const entry = firstEntry(readArchive(text));
    expect(entry.request.postData?.comment).toBe('cut: 5000 bytes in all');
    expect(entry.response.content.comment).toBe('cut: 6000 bytes in all');
  });

  it('does not say that addresses are masked where they were asked for', () => {
    const report = { ...twoFails(), options: { showEmails: true } };
    expect(readArchive(renderHar(report)).log.comment).toContain(' Credentials are masked');
  });

  it('reads back as what was exchanged with a hostile instance', () => {
    const [exchange] = hostile().exchanges;
    const { request } = firstEntry(readArchive(renderHar(hostile())));
    expect(request.url).toBe(exchange?.request.url);
  });
});
