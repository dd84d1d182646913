import { describe, expect, it } from 'vitest';
import { plain } from './desk.fixture.ts';
import { readJson } from './json.ts';

describe('JSON', () => {
  it.each([
    '{}',
    '[]',
    '{"a":{"b":[1,-2.5,3e2,0,-0.0]},"c":[true,false,null]}',
    ' {\t"a" :\r\n [ ] , "b":"" } ',
    '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\ud83d\\udca5é"',
    '{"__proto__":1,"constructor":{"toString":2}}',
  ])('is read as by any reader: %s', (text) => {
    const read = readJson(text, 0);
    expect(read.kind === 'value' && plain(read.value)).toEqual(JSON.parse(text));
    expect(read.kind === 'value' && text.slice(read.end).trim()).toBe('');
  });

  it('is asked for more wherever it breaks off between two of its parts, or is wrong there', () => {
    const text = '{ "a" : [ 1 , { "b" : null } , "c" ] , "d" : -1.5e3 }';
    for (let end = 1; end < text.length; end++) {
      // Only a string, a word or a number cannot continue on the next line.
      const isWithin = /[\w"]/.test(text[end - 1]!) || /[-.]$/.test(text.slice(0, end));
      const { kind } = readJson(text.slice(0, end), 0);
      if (isWithin) expect(['more', 'wrong']).toContain(kind);
      else expect(kind, text.slice(0, end)).toBe('more');
    }
  });

  it.each([
    ['{a:1}', 'a name in double quotes is missing'],
    ["{'a':1}", 'a name in double quotes is missing'],
    ['{"a" 1}', 'a colon is missing behind a name'],
    ['{"a":1 "b":2}', 'a comma or } is missing'],
    ['[1 2]', 'a comma or ] is missing'],
    ['[1,]', 'a value is missing'],
    ['{"a":1,}', 'a name in double quotes is missing'],
    ['{"a":"b', 'a string has no end'],
    ['{"a":"b\n"}', 'a string has no end'],
    ['"\\x"', 'a string has an escape that there is not'],
    ['"\\u12g4"', '\\u stands before four hexadecimal digits'],
    ['01', 'a value cannot be read'],
    ['truely', 'a value cannot be read'],
    ['+1', 'a value is missing'],
    ['None', 'a value is missing'],
    ['['.repeat(40), 'it is nested too deeply'],
  ])('that is none says why: %j', (text, reason) => {
    expect(readJson(text, 0)).toEqual({ kind: 'wrong', reason });
  });

  it('knows what it would otherwise forget', () => {
    const read = readJson('{"a":1,"a":2.0,"b":NaN,"c":-Infinity}', 0);
    const object = read.kind === 'value' && read.value.kind === 'object' ? read.value : null;
    expect(object?.repeated).toEqual(['a']);
    expect(object?.members.get('a')).toEqual({ kind: 'number', value: 2, text: '2.0' });
    expect(plain(object!)).toEqual({ a: 2, b: 'NaN', c: '-Infinity' });
  });
});
