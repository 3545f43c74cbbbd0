/** The script of the report page, made of `client/` by `npm run generate`; its hash is in the policy of the page. */
export const clientScript = `'use strict'
/*
BSD 3-Clause License

Copyright (c) 2009-2015, Kevin Decker <kpdecker@gmail.com>
All rights reserved.

Redistribution and use in source and binary forms, with or without
modification, are permitted provided that the following conditions are met:

1. Redistributions of source code must retain the above copyright notice, this
   list of conditions and the following disclaimer.

2. Redistributions in binary form must reproduce the above copyright notice,
   this list of conditions and the following disclaimer in the documentation
   and/or other materials provided with the distribution.

3. Neither the name of the copyright holder nor the names of its
   contributors may be used to endorse or promote products derived from
   this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS"
AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
const m0 = (() => {
function formatCount(count        )         {
  return String(Math.trunc(count)).replace(/\\B(?=(?:\\d{3})+$)/g, ',')
}
function countOf(count        , one        , many = \`\${one}s\`)         {
  return \`\${formatCount(count)} \${count === 1 ? one : many}\`
}
return { formatCount, countOf }
})()
const m1 = (() => {
const countOf = m0.countOf
function make                                         (
  tag     ,
  attributes                                                      = {},
  ...children
)                             {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (value !== false) element.setAttribute(name, value === true ? '' : String(value))
  element.append(...children.filter((child)                         => child !== null && child !== false))
  return element
}
function byId(id        )              {
  const found = document.getElementById(id)
  if (found === null) throw new Error(\`The page has no element #\${id}.\`)
  return found
}
function fieldById                          (id        , type                )       {
  const found = byId(id)
  if (!(found instanceof type)) throw new Error(\`#\${id} is another kind of element.\`)
  return found
}
function chartNode(markup        )       {
  return document.importNode(new DOMParser().parseFromString(markup, 'image/svg+xml').documentElement, true)
}
function button(
  label        ,
  onPress            ,
  attributes                                                      = {},
)                    {
  const made = make('button', { type: 'button', ...attributes }, label)
  made.addEventListener('click', onPress)
  return made
}
function appendPaged   (parent             , { items, pageSize, noun, draw }          )                    {
  const more = button('', addPage)
  let shown = 0
  function addPage()       {
    parent.append(...items.slice(shown, shown + pageSize).map(draw))
    shown = Math.min(items.length, shown + pageSize)
    more.hidden = shown >= items.length
    more.textContent = \`Show more (\${countOf(items.length - shown, noun)} left)\`
  }
  addPage()
  return more
}
function choiceButtons({ label, names, first = 0 }         , onChoose                         )              {
  const buttons = names.map((name, index) => {
    const made = button('', () => choose(index))
    made.append(...(typeof name === 'string' ? [name] : name))
    return made
  })
  function choose(chosen        )       {
    for (const [index, each] of buttons.entries()) each.setAttribute('aria-pressed', String(index === chosen))
    onChoose(chosen)
  }
  choose(first)
  return make('div', { class: 'choice', role: 'group', 'aria-label': label }, ...buttons)
}
return { make, byId, fieldById, chartNode, button, appendPaged, choiceButtons }
})()
const m2 = (() => {
class Diff {
    diff(oldStr, newStr,
    options = {}) {
        let callback;
        if (typeof options === 'function') {
            callback = options;
            options = {};
        }
        else if ('callback' in options) {
            callback = options.callback;
        }
        const oldString = this.castInput(oldStr, options);
        const newString = this.castInput(newStr, options);
        const oldTokens = this.removeEmpty(this.tokenize(oldString, options));
        const newTokens = this.removeEmpty(this.tokenize(newString, options));
        return this.diffWithOptionsObj(oldTokens, newTokens, options, callback);
    }
    diffWithOptionsObj(oldTokens, newTokens, options, callback) {
        var _a;
        const done = (value) => {
            value = this.postProcess(value, options);
            if (callback) {
                setTimeout(function () { callback(value); }, 0);
                return undefined;
            }
            else {
                return value;
            }
        };
        const newLen = newTokens.length, oldLen = oldTokens.length;
        let editLength = 1;
        let maxEditLength = newLen + oldLen;
        if (options.maxEditLength != null) {
            maxEditLength = Math.min(maxEditLength, options.maxEditLength);
        }
        const maxExecutionTime = (_a = options.timeout) !== null && _a !== void 0 ? _a : Infinity;
        const abortAfterTimestamp = Date.now() + maxExecutionTime;
        const bestPath = [{ oldPos: -1, lastComponent: undefined }];
        let newPos = this.extractCommon(bestPath[0], newTokens, oldTokens, 0, options);
        if (bestPath[0].oldPos + 1 >= oldLen && newPos + 1 >= newLen) {
            return done(this.buildValues(bestPath[0].lastComponent, newTokens, oldTokens));
        }
        let minDiagonalToConsider = -Infinity, maxDiagonalToConsider = Infinity;
        const execEditLength = () => {
            for (let diagonalPath = Math.max(minDiagonalToConsider, -editLength); diagonalPath <= Math.min(maxDiagonalToConsider, editLength); diagonalPath += 2) {
                let basePath;
                const removePath = bestPath[diagonalPath - 1], addPath = bestPath[diagonalPath + 1];
                if (removePath) {
                    bestPath[diagonalPath - 1] = undefined;
                }
                let canAdd = false;
                if (addPath) {
                    const addPathNewPos = addPath.oldPos - diagonalPath;
                    canAdd = addPath && 0 <= addPathNewPos && addPathNewPos < newLen;
                }
                const canRemove = removePath && removePath.oldPos + 1 < oldLen;
                if (!canAdd && !canRemove) {
                    bestPath[diagonalPath] = undefined;
                    continue;
                }
                if (!canRemove || (canAdd && removePath.oldPos < addPath.oldPos)) {
                    basePath = this.addToPath(addPath, true, false, 0, options);
                }
                else {
                    basePath = this.addToPath(removePath, false, true, 1, options);
                }
                newPos = this.extractCommon(basePath, newTokens, oldTokens, diagonalPath, options);
                if (basePath.oldPos + 1 >= oldLen && newPos + 1 >= newLen) {
                    return done(this.buildValues(basePath.lastComponent, newTokens, oldTokens)) || true;
                }
                else {
                    bestPath[diagonalPath] = basePath;
                    if (basePath.oldPos + 1 >= oldLen) {
                        maxDiagonalToConsider = Math.min(maxDiagonalToConsider, diagonalPath - 1);
                    }
                    if (newPos + 1 >= newLen) {
                        minDiagonalToConsider = Math.max(minDiagonalToConsider, diagonalPath + 1);
                    }
                }
            }
            editLength++;
        };
        if (callback) {
            (function exec() {
                setTimeout(function () {
                    if (editLength > maxEditLength || Date.now() > abortAfterTimestamp) {
                        return callback(undefined);
                    }
                    if (!execEditLength()) {
                        exec();
                    }
                }, 0);
            }());
        }
        else {
            while (editLength <= maxEditLength && Date.now() <= abortAfterTimestamp) {
                const ret = execEditLength();
                if (ret) {
                    return ret;
                }
            }
        }
    }
    addToPath(path, added, removed, oldPosInc, options) {
        const last = path.lastComponent;
        if (last && !options.oneChangePerToken && last.added === added && last.removed === removed) {
            return {
                oldPos: path.oldPos + oldPosInc,
                lastComponent: { count: last.count + 1, added: added, removed: removed, previousComponent: last.previousComponent }
            };
        }
        else {
            return {
                oldPos: path.oldPos + oldPosInc,
                lastComponent: { count: 1, added: added, removed: removed, previousComponent: last }
            };
        }
    }
    extractCommon(basePath, newTokens, oldTokens, diagonalPath, options) {
        const newLen = newTokens.length, oldLen = oldTokens.length;
        let oldPos = basePath.oldPos, newPos = oldPos - diagonalPath, commonCount = 0;
        while (newPos + 1 < newLen && oldPos + 1 < oldLen && this.equals(oldTokens[oldPos + 1], newTokens[newPos + 1], options)) {
            newPos++;
            oldPos++;
            commonCount++;
            if (options.oneChangePerToken) {
                basePath.lastComponent = { count: 1, previousComponent: basePath.lastComponent, added: false, removed: false };
            }
        }
        if (commonCount && !options.oneChangePerToken) {
            basePath.lastComponent = { count: commonCount, previousComponent: basePath.lastComponent, added: false, removed: false };
        }
        basePath.oldPos = oldPos;
        return newPos;
    }
    equals(left, right, options) {
        if (options.comparator) {
            return options.comparator(left, right);
        }
        else {
            return left === right
                || (!!options.ignoreCase && left.toLowerCase() === right.toLowerCase());
        }
    }
    removeEmpty(array) {
        const ret = [];
        for (let i = 0; i < array.length; i++) {
            if (array[i]) {
                ret.push(array[i]);
            }
        }
        return ret;
    }
    castInput(value, options) {
        return value;
    }
    tokenize(value, options) {
        return Array.from(value);
    }
    join(chars) {
        return chars.join('');
    }
    postProcess(changeObjects,
    options) {
        return changeObjects;
    }
    get useLongestToken() {
        return false;
    }
    buildValues(lastComponent, newTokens, oldTokens) {
        const components = [];
        let nextComponent;
        while (lastComponent) {
            components.push(lastComponent);
            nextComponent = lastComponent.previousComponent;
            delete lastComponent.previousComponent;
            lastComponent = nextComponent;
        }
        components.reverse();
        const componentLen = components.length;
        let componentPos = 0, newPos = 0, oldPos = 0;
        for (; componentPos < componentLen; componentPos++) {
            const component = components[componentPos];
            if (!component.removed) {
                if (!component.added && this.useLongestToken) {
                    let value = newTokens.slice(newPos, newPos + component.count);
                    value = value.map(function (value, i) {
                        const oldValue = oldTokens[oldPos + i];
                        return oldValue.length > value.length ? oldValue : value;
                    });
                    component.value = this.join(value);
                }
                else {
                    component.value = this.join(newTokens.slice(newPos, newPos + component.count));
                }
                newPos += component.count;
                if (!component.added) {
                    oldPos += component.count;
                }
            }
            else {
                component.value = this.join(oldTokens.slice(oldPos, oldPos + component.count));
                oldPos += component.count;
            }
        }
        return components;
    }
}
return { default: Diff }
})()
const m3 = (() => {
const Diff = m2.default
function isSentenceEndPunct(char) {
    return char == '.' || char == '!' || char == '?';
}
class SentenceDiff extends Diff {
    tokenize(value) {
        var _a;
        const result = [];
        let tokenStartI = 0;
        for (let i = 0; i < value.length; i++) {
            if (i == value.length - 1) {
                result.push(value.slice(tokenStartI));
                break;
            }
            if (isSentenceEndPunct(value[i]) && value[i + 1].match(/\\s/)) {
                result.push(value.slice(tokenStartI, i + 1));
                i = tokenStartI = i + 1;
                while ((_a = value[i + 1]) === null || _a === void 0 ? void 0 : _a.match(/\\s/)) {
                    i++;
                }
                result.push(value.slice(tokenStartI, i + 1));
                tokenStartI = i + 1;
            }
        }
        return result;
    }
}
const sentenceDiff = new SentenceDiff();
function diffSentences(oldStr, newStr, options) {
    return sentenceDiff.diff(oldStr, newStr, options);
}
return { sentenceDiff, diffSentences }
})()
const m4 = (() => {
function longestCommonPrefix(str1, str2) {
    let i;
    for (i = 0; i < str1.length && i < str2.length; i++) {
        if (str1[i] != str2[i]) {
            return str1.slice(0, i);
        }
    }
    return str1.slice(0, i);
}
function longestCommonSuffix(str1, str2) {
    let i;
    if (!str1 || !str2 || str1[str1.length - 1] != str2[str2.length - 1]) {
        return '';
    }
    for (i = 0; i < str1.length && i < str2.length; i++) {
        if (str1[str1.length - (i + 1)] != str2[str2.length - (i + 1)]) {
            return str1.slice(-i);
        }
    }
    return str1.slice(-i);
}
function replacePrefix(string, oldPrefix, newPrefix) {
    if (string.slice(0, oldPrefix.length) != oldPrefix) {
        throw Error(\`string \${JSON.stringify(string)} doesn't start with prefix \${JSON.stringify(oldPrefix)}; this is a bug\`);
    }
    return newPrefix + string.slice(oldPrefix.length);
}
function replaceSuffix(string, oldSuffix, newSuffix) {
    if (!oldSuffix) {
        return string + newSuffix;
    }
    if (string.slice(-oldSuffix.length) != oldSuffix) {
        throw Error(\`string \${JSON.stringify(string)} doesn't end with suffix \${JSON.stringify(oldSuffix)}; this is a bug\`);
    }
    return string.slice(0, -oldSuffix.length) + newSuffix;
}
function removePrefix(string, oldPrefix) {
    return replacePrefix(string, oldPrefix, '');
}
function removeSuffix(string, oldSuffix) {
    return replaceSuffix(string, oldSuffix, '');
}
function maximumOverlap(string1, string2) {
    return string2.slice(0, overlapCount(string1, string2));
}
function overlapCount(a, b) {
    let startA = 0;
    if (a.length > b.length) {
        startA = a.length - b.length;
    }
    let endB = b.length;
    if (a.length < b.length) {
        endB = a.length;
    }
    const map = Array(endB);
    let k = 0; // Index that lags behind j
    map[0] = 0;
    for (let j = 1; j < endB; j++) {
        if (b[j] == b[k]) {
            map[j] = map[k]; // skip over the same character (optional optimisation)
        }
        else {
            map[j] = k;
        }
        while (k > 0 && b[j] != b[k]) {
            k = map[k];
        }
        if (b[j] == b[k]) {
            k++;
        }
    }
    k = 0;
    for (let i = startA; i < a.length; i++) {
        while (k > 0 && a[i] != b[k]) {
            k = map[k];
        }
        if (a[i] == b[k]) {
            k++;
        }
    }
    return k;
}
function hasOnlyWinLineEndings(string) {
    return string.includes('\\r\\n') && !string.startsWith('\\n') && !string.match(/[^\\r]\\n/);
}
function hasOnlyUnixLineEndings(string) {
    return !string.includes('\\r\\n') && string.includes('\\n');
}
function segment(string, segmenter) {
    const parts = [];
    for (const segmentObj of Array.from(segmenter.segment(string))) {
        const segment = segmentObj.segment;
        if (parts.length && (/\\s/).test(parts[parts.length - 1]) && (/\\s/).test(segment)) {
            parts[parts.length - 1] += segment;
        }
        else {
            parts.push(segment);
        }
    }
    return parts;
}
function trailingWs(string, segmenter) {
    if (segmenter) {
        return leadingAndTrailingWs(string, segmenter)[1];
    }
    let i;
    for (i = string.length - 1; i >= 0; i--) {
        if (!string[i].match(/\\s/)) {
            break;
        }
    }
    return string.substring(i + 1);
}
function leadingWs(string, segmenter) {
    if (segmenter) {
        return leadingAndTrailingWs(string, segmenter)[0];
    }
    const match = string.match(/^\\s*/);
    return match ? match[0] : '';
}
function leadingAndTrailingWs(string, segmenter) {
    if (!segmenter) {
        return [leadingWs(string), trailingWs(string)];
    }
    if (segmenter.resolvedOptions().granularity != 'word') {
        throw new Error('The segmenter passed must have a granularity of "word"');
    }
    const segments = segment(string, segmenter);
    const firstSeg = segments[0];
    const lastSeg = segments[segments.length - 1];
    const head = (/\\s/).test(firstSeg) ? firstSeg : '';
    const tail = (/\\s/).test(lastSeg) ? lastSeg : '';
    return [head, tail];
}
return { longestCommonPrefix, longestCommonSuffix, replacePrefix, replaceSuffix, removePrefix, removeSuffix, maximumOverlap, hasOnlyWinLineEndings, hasOnlyUnixLineEndings, segment, trailingWs, leadingWs, leadingAndTrailingWs }
})()
const m5 = (() => {
const Diff = m2.default
const longestCommonPrefix = m4.longestCommonPrefix; const longestCommonSuffix = m4.longestCommonSuffix; const replacePrefix = m4.replacePrefix; const replaceSuffix = m4.replaceSuffix; const removePrefix = m4.removePrefix; const removeSuffix = m4.removeSuffix; const maximumOverlap = m4.maximumOverlap; const leadingWs = m4.leadingWs; const trailingWs = m4.trailingWs; const leadingAndTrailingWs = m4.leadingAndTrailingWs; const segment = m4.segment
const extendedWordChars = 'a-zA-Z0-9_\\\\u{AD}\\\\u{C0}-\\\\u{D6}\\\\u{D8}-\\\\u{F6}\\\\u{F8}-\\\\u{2C6}\\\\u{2C8}-\\\\u{2D7}\\\\u{2DE}-\\\\u{2FF}\\\\u{1E00}-\\\\u{1EFF}';
const tokenizeIncludingWhitespace = new RegExp(\`[\${extendedWordChars}]+|\\\\s+|[^\${extendedWordChars}]\`, 'ug');
class WordDiff extends Diff {
    equals(left, right, options) {
        if (options.ignoreCase) {
            left = left.toLowerCase();
            right = right.toLowerCase();
        }
        return left.trim() === right.trim();
    }
    tokenize(value, options = {}) {
        let parts;
        if (options.intlSegmenter) {
            const segmenter = options.intlSegmenter;
            if (segmenter.resolvedOptions().granularity != 'word') {
                throw new Error('The segmenter passed must have a granularity of "word"');
            }
            parts = segment(value, segmenter);
        }
        else {
            parts = value.match(tokenizeIncludingWhitespace) || [];
        }
        const tokens = [];
        let prevPart = null;
        parts.forEach(part => {
            if ((/\\s/).test(part)) {
                if (prevPart == null) {
                    tokens.push(part);
                }
                else {
                    tokens.push(tokens.pop() + part);
                }
            }
            else if (prevPart != null && (/\\s/).test(prevPart)) {
                if (tokens[tokens.length - 1] == prevPart) {
                    tokens.push(tokens.pop() + part);
                }
                else {
                    tokens.push(prevPart + part);
                }
            }
            else {
                tokens.push(part);
            }
            prevPart = part;
        });
        return tokens;
    }
    join(tokens) {
        return tokens.map((token, i) => {
            if (i == 0) {
                return token;
            }
            else {
                return token.replace((/^\\s+/), '');
            }
        }).join('');
    }
    postProcess(changes, options) {
        if (!changes || options.oneChangePerToken) {
            return changes;
        }
        let lastKeep = null;
        let insertion = null;
        let deletion = null;
        changes.forEach(change => {
            if (change.added) {
                insertion = change;
            }
            else if (change.removed) {
                deletion = change;
            }
            else {
                if (insertion || deletion) { // May be false at start of text
                    dedupeWhitespaceInChangeObjects(lastKeep, deletion, insertion, change, options.intlSegmenter);
                }
                lastKeep = change;
                insertion = null;
                deletion = null;
            }
        });
        if (insertion || deletion) {
            dedupeWhitespaceInChangeObjects(lastKeep, deletion, insertion, null, options.intlSegmenter);
        }
        return changes;
    }
}
const wordDiff = new WordDiff();
function diffWords(oldStr, newStr, options) {
    if ((options === null || options === void 0 ? void 0 : options.ignoreWhitespace) != null && !options.ignoreWhitespace) {
        return diffWordsWithSpace(oldStr, newStr, options);
    }
    return wordDiff.diff(oldStr, newStr, options);
}
function dedupeWhitespaceInChangeObjects(startKeep, deletion, insertion, endKeep, segmenter) {
    if (deletion && insertion) {
        const [oldWsPrefix, oldWsSuffix] = leadingAndTrailingWs(deletion.value, segmenter);
        const [newWsPrefix, newWsSuffix] = leadingAndTrailingWs(insertion.value, segmenter);
        if (startKeep) {
            const commonWsPrefix = longestCommonPrefix(oldWsPrefix, newWsPrefix);
            startKeep.value = replaceSuffix(startKeep.value, newWsPrefix, commonWsPrefix);
            deletion.value = removePrefix(deletion.value, commonWsPrefix);
            insertion.value = removePrefix(insertion.value, commonWsPrefix);
        }
        if (endKeep) {
            const commonWsSuffix = longestCommonSuffix(oldWsSuffix, newWsSuffix);
            endKeep.value = replacePrefix(endKeep.value, newWsSuffix, commonWsSuffix);
            deletion.value = removeSuffix(deletion.value, commonWsSuffix);
            insertion.value = removeSuffix(insertion.value, commonWsSuffix);
        }
    }
    else if (insertion) {
        if (startKeep) {
            const ws = leadingWs(insertion.value, segmenter);
            insertion.value = insertion.value.substring(ws.length);
        }
        if (endKeep) {
            const ws = leadingWs(endKeep.value, segmenter);
            endKeep.value = endKeep.value.substring(ws.length);
        }
    }
    else if (startKeep && endKeep) {
        const newWsFull = leadingWs(endKeep.value, segmenter), [delWsStart, delWsEnd] = leadingAndTrailingWs(deletion.value, segmenter);
        const newWsStart = longestCommonPrefix(newWsFull, delWsStart);
        deletion.value = removePrefix(deletion.value, newWsStart);
        const newWsEnd = longestCommonSuffix(removePrefix(newWsFull, newWsStart), delWsEnd);
        deletion.value = removeSuffix(deletion.value, newWsEnd);
        endKeep.value = replacePrefix(endKeep.value, newWsFull, newWsEnd);
        startKeep.value = replaceSuffix(startKeep.value, newWsFull, newWsFull.slice(0, newWsFull.length - newWsEnd.length));
    }
    else if (endKeep) {
        const endKeepWsPrefix = leadingWs(endKeep.value, segmenter);
        const deletionWsSuffix = trailingWs(deletion.value, segmenter);
        const overlap = maximumOverlap(deletionWsSuffix, endKeepWsPrefix);
        deletion.value = removeSuffix(deletion.value, overlap);
    }
    else if (startKeep) {
        const startKeepWsSuffix = trailingWs(startKeep.value, segmenter);
        const deletionWsPrefix = leadingWs(deletion.value, segmenter);
        const overlap = maximumOverlap(startKeepWsSuffix, deletionWsPrefix);
        deletion.value = removePrefix(deletion.value, overlap);
    }
}
class WordsWithSpaceDiff extends Diff {
    tokenize(value) {
        const regex = new RegExp(\`(\\\\r?\\\\n)|[\${extendedWordChars}]+|[^\\\\S\\\\n\\\\r]+|[^\${extendedWordChars}]\`, 'ug');
        return value.match(regex) || [];
    }
}
const wordsWithSpaceDiff = new WordsWithSpaceDiff();
function diffWordsWithSpace(oldStr, newStr, options) {
    return wordsWithSpaceDiff.diff(oldStr, newStr, options);
}
return { wordDiff, diffWords, wordsWithSpaceDiff, diffWordsWithSpace }
})()
const m6 = (() => {
const maxEditLength = 400
function wordDiff(
  before        ,
  after        ,
  { diffSentences, diffWordsWithSpace }                 ,
)                                    {
  const parts = diffWordsWithSpace(before, after, { maxEditLength }) ?? diffSentences(before, after, { maxEditLength })
  if (parts === undefined) return 'rewritten'
  return parts.map(({ added, removed, value }) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text: value }))
}
function keptPercent(parts                     )         {
  const length = (kind                  )         => parts.reduce((sum, part) => sum + (part.kind === kind ? part.text.length : 0), 0)
  const same = length('same')
  const longer = same + Math.max(length('added'), length('removed'))
  return longer === 0 ? 100 : Math.floor((same / longer) * 100)
}
return { wordDiff, keptPercent }
})()
const m7 = (() => {
const make = m1.make
const kept                      = new Set(
  'a abbr b blockquote br caption center cite code dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q s samp section small span strike strong sub sup table tbody td tfoot th thead tr u ul var'.split(
    ' ',
  ),
)
const dropped                      = new Set(
  'script style template iframe frame frameset object embed applet noscript noembed noframes head title textarea select option link meta base svg math audio video canvas'.split(
    ' ',
  ),
)
const keptAttributes                      = new Set(['align', 'colspan', 'rowspan', 'start', 'title'])
function isHtml(text               )          {
  return text !== null && /<[a-z][a-z0-9]*(?:\\s[^<>]*)?\\/?>/i.test(text)
}
function htmlFrame(text        , style        , title        )                    {
  const body = new DOMParser().parseFromString(text, 'text/html').body
  const page = document.implementation.createHTMLDocument('')
  page.head.append(Object.assign(page.createElement('style'), { textContent: style }))
  page.body.append(...cleanNodes(body, page, 0))
  const frame = make('iframe', { class: 'page-view', sandbox: '', title, referrerpolicy: 'no-referrer', loading: 'lazy' })
  frame.style.height = \`\${Math.min(420, Math.max(90, 60 + Math.round(text.length / 4)))}px\`
  frame.srcdoc = \`<!doctype html>\${page.documentElement.outerHTML}\`
  return frame
}
const deepest = 100
function cleanNodes(parent      , page          , depth        )                  {
  if (depth > deepest) return [page.createTextNode(parent.textContent ?? '')]
  return [...parent.childNodes].flatMap((node) => cleanNode(node, page, depth))
}
function cleanNode(node           , page          , depth        )                  {
  if (node instanceof Text) return [page.createTextNode(node.data)]
  if (!(node instanceof Element)) return []
  const name = node.localName
  if (dropped.has(name)) return []
  if (name === 'img') return [pictureNote(node, page)]
  if (!kept.has(name)) return cleanNodes(node, page, depth + 1)
  const copy = page.createElement(name)
  for (const { name: attribute, value } of node.attributes) if (keptAttributes.has(attribute)) copy.setAttribute(attribute, value)
  copy.append(...cleanNodes(node, page, depth + 1))
  return [copy]
}
function pictureNote(image         , page          )       {
  const note = page.createElement('span')
  note.className = 'picture'
  note.textContent = \`picture: \${image.getAttribute('alt') || image.getAttribute('src') || ''}\`
  return note
}
return { isHtml, htmlFrame }
})()
const m8 = (() => {
const diffSentences = m3.diffSentences; const diffWordsWithSpace = m5.diffWordsWithSpace
const wordDiff = m6.wordDiff
const choiceButtons = m1.choiceButtons; const make = m1.make
const htmlFrame = m7.htmlFrame; const isHtml = m7.isHtml
const longestShortText = 60
function fieldList(fields                      , frameStyle        )              {
  const rows = fields.flatMap((field) => [
    make('dt', {}, field.name),
    make('dd', {}, ...(isLong(field) ? longField(field, frameStyle) : shortField(field))),
  ])
  return make('dl', { class: 'fields' }, ...rows)
}
function isLong({ before, after }           )          {
  return [before, after].some((value) => value !== null && (value.length > longestShortText || value.includes('\\n')))
}
function shortField({ before, after, remark = '' }           )                   {
  const sides =
    before === null
      ? [make('ins', {}, shown(after))]
      : after === null
        ? [make('del', {}, shown(before))]
        : [make('del', {}, shown(before)), ' \\u2192 ', make('ins', {}, shown(after))]
  return [...sides, remark === '' ? null : make('span', { class: 'remark' }, remark)]
}
function shown(value               )         {
  if (value === null) return '(none)'
  return value === '' ? '(empty)' : value
}
function longField(field           , frameStyle        )                   {
  const { before, after, name, remark = '' } = field
  const view = make('div', { class: 'long-text' })
  const note = remark === '' ? null : make('p', { class: 'remark' }, remark)
  const words = ()       => wordView(before ?? '', after ?? '')
  if (!isHtml(before) && !isHtml(after)) return [note, words()]
  const ways                                                        = [
    ['Words', () => [words()]],
    [
      'Page',
      () => [
        make(
          'div',
          { class: 'two-sides' },
          side('Before', before === null ? null : htmlFrame(before, frameStyle, \`\${name} before\`)),
          side('After', after === null ? null : htmlFrame(after, frameStyle, \`\${name} after\`)),
        ),
      ],
    ],
    [
      'Source',
      () => [
        make(
          'div',
          { class: 'two-sides' },
          side('Before', before === null ? null : make('pre', {}, before)),
          side('After', after === null ? null : make('pre', {}, after)),
        ),
      ],
    ],
  ]
  const names = ways.map(([way]) => way)
  return [note, choiceButtons({ label: \`Show \${name} as\`, names }, (index) => view.replaceChildren(...(ways[index]?.[1]() ?? []))), view]
}
function side(title        , content             )              {
  return make('figure', {}, make('figcaption', {}, title), content ?? make('p', { class: 'faint' }, 'none'))
}
function wordView(before        , after        )              {
  const parts = before === '' || after === '' ? 'rewritten' : wordDiff(before, after, { diffSentences, diffWordsWithSpace })
  if (parts === 'rewritten') {
    const sides = [before === '' ? null : make('del', {}, before), after === '' ? null : make('ins', {}, after)]
    return make('div', { class: 'text' }, ...sides.map((each) => (each === null ? null : make('div', {}, each))))
  }
  const words = parts.map(({ kind, text }) => (kind === 'same' ? text : make(kind === 'added' ? 'ins' : 'del', {}, text)))
  return make('div', { class: 'text' }, ...words)
}
return { fieldList }
})()
const m9 = (() => {
const formatCount = m0.formatCount
const actionWords = { create: 'to create', update: 'to update', remove: 'to remove', cannot: 'cannot be applied' }
function actionsText(counts        )         {
  return listed(counts, counts.cannot === 0 ? ['create', 'update', 'remove'] : actions)
}
function occurringActions(counts        )         {
  const occurring = actions.filter((action) => counts[action] > 0)
  return occurring.length === 0 ? 'No changes' : listed(counts, occurring)
}
const actions = ['create', 'update', 'remove', 'cannot']
function listed(counts        , some                         )         {
  return some.map((action) => \`\${formatCount(counts[action])} \${actionWords[action]}\`).join(', ')
}
function formatBytes(bytes        )         {
  if (bytes < 1000) return \`\${bytes} B\`
  const thousands = bytes / 1000
  return thousands < 999.95 ? \`\${thousands.toFixed(1)} KB\` : \`\${(thousands / 1000).toFixed(1)} MB\`
}
function formatDuration(ms        )         {
  if (ms < 9_950) return \`\${(ms / 1000).toFixed(1)} s\`
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? \`\${seconds} s\` : \`\${Math.floor(seconds / 60)} min \${seconds % 60} s\`
}
function formatPrice(text        )         {
  const parts = /^(-?\\d+)(?:\\.(\\d+))?$/.exec(text)
  return parts === null ? text : \`\${parts[1]}.\${(parts[2] ?? '').padEnd(2, '0')}\`
}
function formatCellPrices(prices                   )         {
  return prices.map(formatPrice).join(' or ')
}
function formatCellMove(before                   , after                   )         {
  return before.length === 1 && after.length === 1 ? formatMove(before[0] ?? null, after[0] ?? null) : ''
}
function formatMove(before               , after               )         {
  const from = Number(before ?? '')
  const to = Number(after ?? '')
  if (before === null || after === null || !Number.isFinite(from) || !Number.isFinite(to) || from === 0 || from === to) return ''
  const percent = Math.abs(((to - from) / from) * 100)
  const shown = percent < 0.05 ? '<0.1' : percent.toFixed(1).replace(/\\B(?=(?:\\d{3})+\\.)/g, ',')
  return \`\${to > from ? '\\u25B2' : '\\u25BC'}\${shown} %\`
}
function moveRatio(before               , after               )                {
  if (before === null || after === null || before === '' || after === '') return null
  const ratio = Number(after) / Number(before)
  return Number.isFinite(ratio) && ratio >= 0 ? Number(ratio.toPrecision(6)) : null
}
return { actionsText, occurringActions, formatBytes, formatDuration, formatPrice, formatCellPrices, formatCellMove, formatMove, moveRatio }
})()
const m10 = (() => {
const unlike = Math.log(1.05)
function currencyTabs(moves                                , medianLog = 0)               {
  const tabs = moves.map((logRatios)              => {
    const distances = logRatios.map((logRatio) => Math.abs(logRatio - medianLog))
    const distance = distances.reduce((most, each) => Math.max(most, each), 0)
    return { farthest: distances.indexOf(distance), distance }
  })
  const first = tabs.reduce((best, { distance }, at) => (distance > (tabs[best]?.distance ?? 0) + unlike ? at : best), 0)
  return { tabs, first }
}
return { unlike, currencyTabs }
})()
const m11 = (() => {
function movesOfAll(records                       )                    {
  return records.flatMap(({ changes }) => changes.flatMap(({ moves = [] }) => moves))
}
const largeMove = Math.log(1.3)
function farthestMove(changes                                      )         {
  return changes.reduce((most, { moves = [] }) => Math.max(most, farthestOf(moves)), 0)
}
function farthestOf(ratios                   )         {
  return ratios.reduce((far, ratio) => Math.max(far, Math.abs(Math.log(ratio))), 0)
}
function movesOfSheet({ groups }           )                    {
  const cells = groups.flatMap((group) => group.cells)
  return cells.flatMap((cell) => (typeof cell === 'string' || cell.ratio === null || cell.ratio === 1 ? [] : [cell.ratio]))
}
return { movesOfAll, largeMove, farthestMove, farthestOf, movesOfSheet }
})()
const m12 = (() => {
const formatMove = m9.formatMove
const currencyTabs = m10.currencyTabs; const unlike = m10.unlike
const largeMove = m11.largeMove; const movesOfSheet = m11.movesOfSheet
function gridTabs({ grids = [], causes = [] }            , data                          )                     {
  const medianLog = causes.map((index) => data.causes[index]?.medianLog).find((median) => median !== undefined) ?? 0
  const ratios = grids.map(movesOfSheet)
  const { tabs, first } = currencyTabs(
    ratios.map((moves) => moves.map(Math.log)),
    medianLog,
  )
  return grids.map((sheet, at) => {
    const { farthest = -1, distance = 0 } = tabs[at] ?? {}
    const ratio = ratios[at]?.[farthest]
    return {
      sheet,
      move: ratio === undefined ? '' : formatMove('1', String(ratio)),
      isMarked: distance > unlike && (medianLog !== 0 || distance > largeMove),
      isFirst: at === first,
    }
  })
}
return { gridTabs }
})()
const m13 = (() => {
function moveShare(ratio        )         {
  return Math.round((ratio - 1) * 1e9) / 1e9
}
return { moveShare }
})()
const m14 = (() => {
const moveShare = m13.moveShare
const steps = [0.05, 0.2, 0.5]
function heatOf(cell          )       {
  if (typeof cell === 'string') return cell === '' ? 'none' : 'same'
  if (cell.after === '') return 'removed'
  if (cell.before === '' || cell.ratio === null) return 'new'
  if (cell.ratio === 1) return 'same'
  const share = Math.abs(moveShare(cell.ratio))
  const step = share < steps[0] ? 1 : share < steps[1] ? 2 : share < steps[2] ? 3 : 4
  return \`\${cell.ratio > 1 ? 'up' : 'down'}-\${step}\`
}
return { heatOf }
})()
const m15 = (() => {
const references                                   = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
function escapeMarkup(text        )         {
  return text.replace(/[&<>"']/g, (character) => references[character] ?? character)
}
function escapeXml(text        )         {
  return escapeMarkup(text.replace(/[\\uFFFE\\uFFFF]/g, '\\uFFFD'))
}
return { escapeMarkup, escapeXml }
})()
const m16 = (() => {
const escapeXml = m15.escapeXml
const characterWidth = 7
function svg(name        , attributes            , ...content                               )          {
  const written = Object.entries(attributes).map(([key, value]) => \` \${key}="\${escapeXml(String(value))}"\`)
  const inner = content.map((part) => (typeof part === 'string' ? escapeXml(part) : part.markup)).join('')
  return { markup: \`<\${name}\${written.join('')}>\${inner}</\${name}>\` }
}
function svgText(text        , at                                            , more             = {})          {
  return svg('text', { x: at.x, y: at.y, class: 'ink', fill: '#1d2430', ...more }, text)
}
const faint = { class: 'faint', fill: '#596273' }
function svgChart(
  name        ,
  { width, height }                                                     ,
  parts                    ,
)         {
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: \`0 0 \${width} \${height}\`,
    width,
    height,
    class: 'chart',
    'font-family': 'system-ui, -apple-system, "Segoe UI", sans-serif',
    'font-size': 12,
  }
  const paper = svg('rect', { width, height, class: 'paper', fill: '#ffffff' })
  return svg('svg', attributes, svg('title', {}, name), paper, ...parts).markup
}
function textWidth(text        )         {
  let units = 0
  for (const character of text) units += (character.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1
  return units * characterWidth
}
function shortened(text        , most        )         {
  const characters = Array.from(text)
  if (characters.length <= most) return text
  const head = Math.ceil((most - 1) / 2)
  return \`\${characters.slice(0, head).join('')}\\u2026\${characters.slice(characters.length - (most - 1 - head)).join('')}\`
}
return { svg, svgText, faint, svgChart, textWidth, shortened }
})()
const m17 = (() => {
const heatOf = m14.heatOf
const faint = m16.faint; const shortened = m16.shortened; const svg = m16.svg; const svgChart = m16.svgChart; const svgText = m16.svgText; const textWidth = m16.textWidth
const fills                                 = {
  none: '#f4f5f7',
  same: '#f4f5f7',
  new: '#cfeed8',
  removed: '#dcdfe4',
  'up-1': '#fdeedd',
  'up-2': '#fbd3a6',
  'up-3': '#f5a95c',
  'up-4': '#e8802a',
  'down-1': '#e3effb',
  'down-2': '#b9d7f3',
  'down-3': '#83b6e8',
  'down-4': '#5b9bdb',
}
const rowHeight = 40
const headHeight = 28
const longestName = 24
function heatGridSvg(sheet           , side           = 'change', title = 'Prices')         {
  const { parts, width, height } = heatGrid(sheet, side)
  return svgChart(\`\${title}\${sheet.currency === '' ? '' : \`, \${sheet.currency}\`}: \${side}\`, { width, height }, parts)
}
function heatGrid(
  sheet           ,
  side          ,
)                                                                                          {
  const rows = sheet.groups.map(({ name, cells }) => ({
    name: shortened(name, longestName),
    cells: cells.map((cell) => linesOf(cell, side)),
  }))
  const nameWidth = Math.max(70, ...rows.map(({ name }) => textWidth(name))) + 12
  const widths = sheet.ranges.map(
    (range, column) =>
      Math.max(
        textWidth(range),
        ...rows.map(({ cells }) => Math.max(textWidth(cells[column]?.price ?? ''), textWidth(cells[column]?.remark ?? ''))),
      ) + 18,
  )
  const starts = widths.map((_, column) => nameWidth + widths.slice(0, column).reduce((sum, width) => sum + width, 0))
  const centre = (column        )         => (starts[column] ?? 0) + (widths[column] ?? 0) / 2
  const heads = sheet.ranges.map((range, column) => svgText(range, { x: centre(column), y: 18 }, { 'text-anchor': 'middle', ...faint }))
  const body = rows.flatMap(({ name, cells }, row) => {
    const top = headHeight + row * rowHeight
    const boxes = cells.map((cell, column) => cellBox(cell, { left: starts[column] ?? 0, top, width: widths[column] ?? 0 }))
    return [svgText(name, { x: 8, y: top + 25 }), ...boxes]
  })
  const corner = svgText('quantity', { x: 8, y: 18 }, faint)
  return {
    parts: [corner, ...heads, ...body],
    width: nameWidth + widths.reduce((sum, width) => sum + width, 0) + 4,
    height: headHeight + rows.length * rowHeight + 4,
  }
}
function cellBox(cell           , box                                                                         )          {
  const { left, top, width } = box
  const middle = { x: left + width / 2, y: top + (cell.remark === '' ? 25 : 17) }
  const frame = { x: left + 1, y: top + 1, width: width - 2, height: rowHeight - 2, rx: 4, fill: fills[cell.heat] }
  const struck = cell.heat === 'removed' ? { 'text-decoration': 'line-through' } : {}
  const price = svgText(cell.price === '' ? '\\u00B7' : cell.price, middle, { 'text-anchor': 'middle', class: 'on-heat', ...struck })
  const below = { 'text-anchor': 'middle', class: 'on-heat', 'font-size': 11, 'font-weight': 600 }
  const remark = cell.remark === '' ? [] : [svgText(cell.remark, { x: middle.x, y: top + 32 }, below)]
  return svg('g', { class: \`heat \${cell.heat}\` }, svg('rect', frame), price, ...remark)
}
function linesOf(cell          , side          )            {
  if (typeof cell === 'string') return { price: cell, remark: '', heat: cell === '' ? 'none' : 'same' }
  const { before, after, remark } = cell
  if (side !== 'change') {
    const price = side === 'old' ? before : after
    return { price, remark: '', heat: price === '' ? 'none' : heatOf(cell) === 'removed' ? 'same' : heatOf(cell) }
  }
  const price = after === '' ? before : before === '' || before === after ? after : \`\${before} \\u2192 \${after}\`
  return { price, remark, heat: heatOf(cell) }
}
return { heatGridSvg, heatGrid }
})()
const m18 = (() => {
const heatGridSvg = m17.heatGridSvg
const chartNode = m1.chartNode; const choiceButtons = m1.choiceButtons; const make = m1.make
const sides                      = ['change', 'old', 'new']
function gridView(tabs                    , title        )              {
  const map = make('div', { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': \`\${title}, price grid\` })
  const caption = make('p', { class: 'paper' })
  let [shown, side] = [tabs[0], sides[0]]
  const draw = ()       => {
    if (shown === undefined || side === undefined) return
    map.replaceChildren(chartNode(heatGridSvg(shown.sheet, side, title)))
    const others = tabs.filter((tab) => tab !== shown).flatMap((tab) => ['; not shown: ', ...tabLabel(tab)])
    caption.replaceChildren(...tabLabel(shown), ...others)
  }
  const [only] = tabs
  const currencyChoice =
    tabs.length < 2
      ? make('span', { class: 'faint' }, only === undefined ? '' : currencyName(only))
      : choiceButtons({ label: 'Currency', names: tabs.map(tabLabel), first: tabs.findIndex(({ isFirst }) => isFirst) }, (index) => {
          shown = tabs[index]
          draw()
        })
  const sideChoice = choiceButtons({ label: 'Prices', names: ['Change', 'Old', 'New'] }, (index) => {
    side = sides[index]
    draw()
  })
  return make(
    'div',
    { class: 'grid' },
    make('div', { class: 'choices' }, currencyChoice, sideChoice),
    tabs.length < 2 ? null : caption,
    map,
  )
}
function currencyName({ sheet: { currency } }         )         {
  return currency === '' ? 'All currencies' : \`\${currency} (forced)\`
}
function tabLabel(tab         )                  {
  const { move, isMarked } = tab
  const name = new Text(currencyName(tab))
  if (move === '') return [name]
  return [name, make('span', { class: isMarked ? 'move alert' : 'move' }, \` \${isMarked ? '! ' : ''}\${move}\`)]
}
return { gridView }
})()
const m19 = (() => {
const make = m1.make
const meanings                                   = { '+': 'created', '~': 'changed', '-': 'removed', '!': 'cannot be applied' }
function matrixView({ across, down, columns, rows, others }               )              {
  const head = make('tr', {}, make('th', { scope: 'col' }, down), ...columns.map((name) => make('th', { scope: 'col' }, name)))
  const body = rows.map(({ name, cells }) =>
    make('tr', {}, make('th', { scope: 'row' }, name), ...cells.map((cell) => make('td', {}, cellContent(cell)))),
  )
  const caption = make('caption', {}, across === '' ? 'Variants' : \`Variants by \${down} and \${across}\`)
  const table = make('table', { class: 'matrix' }, caption, make('thead', {}, head), make('tbody', {}, ...body))
  const rest =
    others.length === 0
      ? null
      : make('p', { class: 'faint' }, \`Other variants: \${others.map(({ code, sign }) => \`\${sign} \${code}\`).join(', ')}\`)
  return make('div', { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': 'Variants' }, table, rest)
}
function cellContent(cell                   )                {
  if (cell === null) return '\\u00B7'
  return make(
    'span',
    { class: 'variant', title: \`\${cell.code}, \${meanings[cell.sign] ?? ''}\` },
    make('b', { class: 'sign' }, cell.sign),
    \` \${cell.code}\`,
  )
}
return { matrixView }
})()
const m20 = (() => {
const choiceButtons = m1.choiceButtons; const make = m1.make
function pictureView({ path, from, before, after }          , data          )              {
  const facts = make(
    'dl',
    { class: 'fields' },
    make('dt', {}, 'path'),
    make('dd', {}, path),
    ...(after === null ? [] : [make('dt', {}, 'source'), make('dd', {}, from)]),
  )
  const [old, now] = [urlOf(before, data), urlOf(after, data)]
  const sides = ()       =>
    make('div', { class: 'two-sides' }, pictureSide('In the store', before, data), pictureSide('After apply', after, data))
  if (old === null || now === null) return make('div', {}, facts, sides())
  const view = make('div', {})
  const ways                          = [sides, () => swipe(old, now), () => difference(old, now)]
  const choice = choiceButtons({ label: 'Compare', names: ['Side by side', 'Swipe', 'Difference'] }, (index) => {
    const content = ways[index]?.()
    if (content) view.replaceChildren(content)
  })
  return make('div', {}, facts, choice, view)
}
function urlOf(picture                    , { thumbnails }                              )                {
  return picture?.thumbnail === undefined ? null : (thumbnails[picture.thumbnail] ?? null)
}
function pictureSide(title        , picture                    , data          )              {
  const caption = make('figcaption', {}, title)
  if (picture === null) return make('figure', {}, caption, make('p', { class: 'faint' }, 'no picture'))
  const url = urlOf(picture, data)
  const image =
    url === null ? make('div', { class: 'no-thumbnail' }, picture.note ?? 'no thumbnail') : make('img', { src: url, alt: title })
  const hash = picture.sha256 === '' ? '' : \` \\u00B7 \${picture.sha256.slice(0, 12)}\`
  return make('figure', {}, caption, image, make('p', { class: 'faint' }, \`\${picture.size}\${hash}\`))
}
function swipe(old        , now        )              {
  const above = make('img', { src: now, alt: 'after apply', class: 'above' })
  const slider = make('input', { type: 'range', min: 0, max: 100, value: 50, 'aria-label': 'Share of the new picture, in per cent' })
  const place = ()       => {
    above.style.clipPath = \`inset(0 0 0 \${100 - Number(slider.value)}%)\`
  }
  slider.addEventListener('input', place)
  place()
  return make('div', { class: 'compare' }, make('div', { class: 'stack' }, make('img', { src: old, alt: 'in the store' }), above), slider)
}
function difference(old        , now        )              {
  const above = make('img', { src: now, alt: 'difference of the two pictures', class: 'above difference' })
  const note = make('p', { class: 'faint' }, 'Black where the thumbnails are the same.')
  return make('div', { class: 'compare' }, make('div', { class: 'stack on-black' }, make('img', { src: old, alt: '' }), above), note)
}
return { pictureView, urlOf }
})()
const m21 = (() => {
const countOf = m0.countOf
const button = m1.button; const make = m1.make
const fieldList = m8.fieldList
const gridTabs = m12.gridTabs
const gridView = m18.gridView
const matrixView = m19.matrixView
const pictureView = m20.pictureView
const signs = { create: '+', update: '~', remove: '-', cannot: '!' }
const verbs = { create: 'is created', update: 'changes', remove: 'is removed', cannot: 'cannot be applied' }
const mostChanges = 100
function detailView(record            , data          , address        )                  {
  const { kind, key, title, place, changes, matrix, action } = record
  const name = title === '' || title === key ? '' : \` \\u201C\${title}\\u201D\`
  const head = make(
    'header',
    {},
    make(
      'h2',
      { tabindex: -1 },
      make('b', { class: \`sign \${action}\` }, signs[action]),
      \` \${kind} \`,
      make('span', { class: 'key' }, key),
      name,
    ),
    make(
      'p',
      { class: 'faint' },
      place === '' ? '' : \`\${place} \\u00B7 \`,
      make('a', { href: linkTo(record.address) }, 'link to this record'),
    ),
  )
  const opened = changes.findIndex((change) => change.address === address)
  const first = changes.slice(0, Math.max(mostChanges, opened + 1))
  const rest = changes.slice(first.length)
  const body = make('div', {}, ...first.map((change) => changeView(change, { record, data, opened: address })))
  const more = button(\`Show \${countOf(rest.length, 'more change')}\`, () => {
    body.append(...rest.map((change) => changeView(change, { record, data, opened: address })))
    more.remove()
  })
  return [head, ...(matrix ? [matrixView(matrix)] : []), body, ...(rest.length > 0 ? [more] : [])]
}
function linkTo(address        )         {
  return \`#\${encodeURIComponent(address)}\`
}
function changeView(change            , shown             )              {
  const { data, opened } = shown
  const { address, reason, risks = [], note } = change
  const content          = [
    ...findingNotes(change, data),
    ...(reason === undefined ? [] : [make('p', { class: 'finding' }, \`Cannot be applied: \${reason}\`)]),
    ...risks.filter((risk) => !isReported(risk, change, data)).map((risk) => make('p', { class: 'finding' }, risk)),
    ...causeNotes(change, data),
    ...contentOf(change, shown),
    note === undefined ? null : make('p', { class: 'faint' }, note),
  ]
  const attributes = { class: address === opened ? 'change opened' : 'change', 'data-address': address }
  return make('section', attributes, changeHead(change, shown.record), ...content)
}
function changeHead({ address, action, kind, name, place }            , record            )              {
  const heading = address === record.address ? verbs[action] : \`\${kind}\${name === '' ? '' : \` \${name}\`} \${verbs[action]}\`
  return make(
    'h3',
    {},
    make('b', { class: \`sign \${action}\` }, signs[action]),
    \` \${heading} \`,
    make('a', { class: 'anchor', href: linkTo(address), 'aria-label': \`Link to \${address}\` }, '#'),
    place === '' || place === record.place ? null : make('span', { class: 'faint place' }, place),
  )
}
function contentOf(change            , { record, data }             )                   {
  const { name, fields, grids = [], file } = change
  return [
    fields === undefined ? null : fieldList(fields, data.frameStyle),
    grids.length === 0 ? null : gridView(gridTabs(change, data), name === '' ? record.key : name),
    file === undefined ? null : pictureView(file, data),
  ]
}
function findingNotes({ findings = [] }            , data          )                         {
  return findings.flatMap((index) => {
    const finding                          = data.findings[index]
    return finding === undefined ? [] : [make('p', { class: finding.isStop ? 'finding stop' : 'finding' }, finding.sentence)]
  })
}
function isReported(risk        , { findings = [] }            , data          )          {
  return findings.some((index) => data.findings[index]?.sentence === risk)
}
function causeNotes({ causes = [] }            , data          )                         {
  return causes.flatMap((index) => {
    const cause = data.causes[index]
    if (cause === undefined) return []
    const link = make('a', { href: \`#changes?cause=\${encodeURIComponent(cause.key)}\` }, cause.title)
    return [make('p', { class: 'cause-note' }, 'from ', link, \`, with \${countOf(cause.roots, 'record')}\`)]
  })
}
return { signs, detailView, linkTo }
})()
const m22 = (() => {
function onFirstUse   (load         )          {
  let loaded
  return () => (loaded ??= { value: load() }).value
}
return { onFirstUse }
})()
const m23 = (() => {
const facets = ['finding', 'cause', 'action', 'kind', 'group', 'file']
const alone = ''
function perFacet       (valueOf                         )                  {
  const [finding, cause, action] = [valueOf('finding'), valueOf('cause'), valueOf('action')]
  return { finding, cause, action, kind: valueOf('kind'), group: valueOf('group'), file: valueOf('file') }
}
function indexFacets({ records, causes, findings }                                                   )             {
  const numbers = perFacet(() => new Map                ())
  const numbersOf = (facet       , names                   )                    => {
    const known = numbers[facet]
    return Array.from(new Set(names), (name) => {
      const number = known.get(name) ?? known.size
      known.set(name, number)
      return number
    })
  }
  const kindsOfFindings = findings.map(({ kind }) => kind)
  const keysOfCauses = causes.map(({ key }) => key)
  numbersOf('finding', kindsOfFindings)
  const changes = records.map((record) =>
    record.changes.map((change) => ({
      finding: numbersOf('finding', named(change.findings, kindsOfFindings)),
      cause: numbersOf('cause', [...named(change.causes, keysOfCauses), ...(change.isAlone ? [alone] : [])]),
      action: numbersOf('action', [change.action]),
      kind: numbersOf('kind', [change.kind]),
      group: numbersOf('group', groupsOf(change)),
      file: numbersOf('file', [fileOf(change.place === '' ? record.place : change.place)]),
    })),
  )
  return { names: perFacet((facet) => [...numbers[facet].keys()]), changes }
}
function named(indexes                               , names                   )                    {
  return (indexes ?? []).flatMap((index) => names[index] ?? [])
}
function groupsOf({ grids = [] }            )                    {
  const rows = grids.flatMap(({ groups }) => groups)
  return rows.flatMap(({ name, cells }) => (cells.some((cell) => typeof cell !== 'string') ? [name] : []))
}
function fileOf(place        )         {
  return place === '' ? '(not in the catalogue)' : place.replace(/:\\d+$/, '')
}
return { facets, alone, perFacet, indexFacets }
})()
const m24 = (() => {
function foldedText(text        )         {
  return text.toLowerCase().normalize()
}
return { foldedText }
})()
const m25 = (() => {
const foldedText = m24.foldedText
const facets = m23.facets; const perFacet = m23.perFacet
function filterRecords(
  index            ,
  texts                   ,
  wanted                                                     ,
)           {
  const words = foldedText(wanted.words)
    .split(/\\s+/)
    .filter((word) => word !== '')
  const limits = facets.flatMap((facet)          => {
    const chosen = wanted.chosen[facet]
    if (chosen === undefined || chosen.size === 0) return []
    return [{ facet, values: new Set(Array.from(chosen, (name) => index.names[facet].indexOf(name))) }]
  })
  const counts = perFacet((facet) => Array.from(index.names[facet], () => 0))
  const records           = []
  let changes = 0
  for (const [at, values] of index.changes.entries()) {
    if (!words.every((word) => texts[at]?.includes(word))) continue
    const matched = countChanges(values, { limits, counts })
    if (matched > 0) records.push(at)
    changes += matched
  }
  return { records, changes, counts }
}
function countChanges(changes                                        , { limits, counts }       )         {
  let matched = 0
  for (const values of changes) {
    const failing = failingFacet(values, limits)
    if (failing === 'several') continue
    if (failing === 'none') matched += 1
    for (const facet of facets) {
      if (failing !== 'none' && failing !== facet) continue
      for (const number of values[facet]) counts[facet][number] = (counts[facet][number] ?? 0) + 1
    }
  }
  return matched
}
function failingFacet(values                             , limits                  )                             {
  let failing                 = 'none'
  for (const { facet, values: chosen } of limits) {
    if (values[facet].some((each) => chosen.has(each))) continue
    if (failing !== 'none') return 'several'
    failing = facet
  }
  return failing
}
return { filterRecords }
})()
const m26 = (() => {
const findingWords                                        = {
  guard: 'stopped by a guard',
  slip: 'decimal slip',
  outlier: 'price outlier',
  move: 'large price move',
  removal: 'removal',
  access: 'access',
  hides: 'hidden from shoppers',
  empties: 'empties a category',
  shows: 'shown to shoppers',
  drift: 'overwrites a change in the store',
  hazard: 'other risk',
}
return { findingWords }
})()
const m27 = (() => {
const formatCount = m0.formatCount
const alone = m23.alone; const facets = m23.facets
const findingWords = m26.findingWords
const button = m1.button; const make = m1.make
const titles                                  = {
  finding: 'Look at first',
  cause: 'Cause',
  action: 'Action',
  kind: 'Kind',
  group: 'Customer group',
  file: 'File',
}
const mostValues = 12
function startFacetPanel(
  panel             ,
  {
    index,
    data,
    onToggle,
  }                                                                                                                   ,
)                                               {
  const wordsByKind = new Map(Object.entries({ ...findingWords, guard: 'worst cases of guards' }))
  const titleByKey = new Map([...data.causes.map(({ key, title }) => [key, title]         ), [alone, 'no shared cause']         ])
  const labelOf = (facet       , value        )         =>
    facet === 'finding' ? (wordsByKind.get(value) ?? value) : facet === 'cause' ? (titleByKey.get(value) ?? value) : value
  const unfolded = new Set       ()
  function groupOf(facet       , filtered          , chosen        )                     {
    const counted = index.names[facet].map((value, at) => ({
      value,
      count: filtered.counts[facet][at] ?? 0,
      isChosen: chosen[facet]?.has(value) === true,
    }))
    const shown = counted
      .filter(({ count, isChosen }) => count > 0 || isChosen)
      .toSorted((a, b) => (facet === 'finding' ? 0 : Number(b.isChosen) - Number(a.isChosen) || b.count - a.count))
    if (index.names[facet].length < 2 && !shown.some(({ isChosen }) => isChosen) && facet !== 'finding' && facet !== 'cause') return null
    if (shown.length === 0) return null
    const most = unfolded.has(facet) ? shown.length : mostValues
    const values = shown.slice(0, most).map(({ value, count, isChosen }) =>
      make(
        'li',
        {},
        button(labelOf(facet, value), () => onToggle(facet, value), {
          'aria-pressed': String(isChosen),
          'data-facet': facet,
          'data-value': value,
        }),
        make('span', { class: 'count' }, formatCount(count)),
      ),
    )
    const more =
      shown.length > most
        ? button(\`\${formatCount(shown.length - most)} more\`, () => {
            unfolded.add(facet)
            draw(filtered, chosen)
          })
        : null
    return make('section', {}, make('h3', {}, titles[facet]), make('ul', {}, ...values), more)
  }
  function draw(filtered          , chosen        )       {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset : {}
    panel.replaceChildren(...facets.flatMap((facet) => groupOf(facet, filtered, chosen) ?? []))
    const { facet, value } = focused
    if (facet === undefined || value === undefined) return
    const again = [...panel.querySelectorAll('button')].find(({ dataset }) => dataset['facet'] === facet && dataset['value'] === value)
    again?.focus({ preventScroll: true })
  }
  return draw
}
return { startFacetPanel }
})()
const m28 = (() => {
const farthestMove = m11.farthestMove
function startOrders({ records, findings }                                        )                                       {
  const made = new Map                          ()
  const rankOf = (at        )         =>
    records[at]?.changes.reduce((least, { findings: found = [] }) => Math.min(least, ...found), findings.length) ?? findings.length
  const sorted = (order       )                    => {
    const all = records.map((_, at) => at)
    switch (order) {
      case 'plan':
        return all
      case 'findings':
        return byNumber(all, rankOf)
      case 'moves':
        return byNumber(all, (at) => -farthestMove(records[at]?.changes ?? []))
      case 'name':
        return all.toSorted((a, b) => ((records[a]?.key ?? '') < (records[b]?.key ?? '') ? -1 : 1))
      default:
        return order
    }
  }
  return (wanted) => {
    const order = wanted === 'moves' || wanted === 'plan' || wanted === 'name' ? wanted : 'findings'
    const known = made.get(order) ?? sorted(order)
    made.set(order, known)
    return known
  }
}
function byNumber(all                   , numberOf                        )                    {
  const numbers = all.map(numberOf)
  return all.toSorted((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0))
}
return { startOrders }
})()
const m29 = (() => {
const farthestMove = m11.farthestMove; const largeMove = m11.largeMove
const signs = m21.signs
const make = m1.make
const rowHeight = 52
function recordRow(record                        )                             {
  if (record === undefined) return []
  const { action, kind, key, title, summary, changes } = record
  return [
    make('b', { class: \`sign \${action}\` }, signs[action]),
    make('span', { class: 'names' }, make('span', { class: 'key' }, key), title === key ? '' : \` \${title}\`),
    make('span', { class: 'words' }, \`\${kind}\${summary === '' ? '' : \` \\u00B7 \${summary}\`}\`),
    hasFinding(record)
      ? make('span', { class: 'alert', title: 'look at this first' }, '!')
      : farthestMove(changes) > largeMove
        ? make('span', { class: 'alert', title: 'a large price move' }, '\\u0394')
        : '',
  ]
}
function hasFinding({ changes }            )          {
  return changes.some(({ findings = [] }) => findings.length > 0)
}
return { rowHeight, recordRow, hasFinding }
})()
const m30 = (() => {
const facets = m23.facets
const tabs = ['overview', 'changes', 'prices', 'pictures', 'categories']
function parseRoute(hash        )        {
  const [name = '', query = ''] = hash.replace(/^#/, '').split('?')
  const parameters = new URLSearchParams(query)
  const chosen = Object.fromEntries(
    facets.flatMap((facet)                         => {
      const values = parameters.getAll(facet)
      return values.length === 0 ? [] : [[facet, new Set(values)]]
    }),
  )
  const tab = tabs.find((each) => each === name)
  const address = tab === undefined ? decoded(name) : ''
  const words = parameters.get('q') ?? ''
  const isFiltered = words !== '' || Object.keys(chosen).length > 0
  return { tab: tab ?? (address === '' ? 'overview' : 'changes'), address, isFiltered, words, chosen }
}
function filterHash({ words, chosen }                                 , address = 'changes')         {
  const parameters = new URLSearchParams(words === '' ? [] : [['q', words]])
  for (const facet of facets) for (const value of chosen[facet] ?? []) parameters.append(facet, value)
  const query = parameters.toString()
  const name = \`#\${encodeURIComponent(address)}\`
  return query === '' ? name : \`\${name}?\${query}\`
}
function decoded(text        )         {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
function tabLink(tab     )                    {
  const found = document.querySelector                   (\`nav a[data-tab="\${tab}"]\`)
  if (found === null) throw new Error(\`The page has no link to the tab \${tab}.\`)
  return found
}
return { tabs, parseRoute, filterHash, tabLink }
})()
const m31 = (() => {
const foldedText = m24.foldedText
function searchText({ kind, key, title, address, place, changes }            )         {
  return foldedText([kind, key, title, address, place, ...changes.flatMap(wordsOfChange)].join('\\n'))
}
function wordsOfChange({
  kind,
  name,
  place,
  address,
  reason = '',
  risks = [],
  fields = [],
  grids = [],
  file,
}            )                    {
  const cells = grids.flatMap(({ currency, groups }) => [
    currency,
    ...groups.flatMap(({ name, cells }) => [name, ...cells.flatMap(pricesOf)]),
  ])
  return [
    kind,
    name,
    place,
    address,
    reason,
    ...risks,
    ...fields.flatMap(({ name, before, after }) => [name, before ?? '', after ?? '']),
    ...cells,
    ...(file ? [file.path, file.from] : []),
  ]
}
function pricesOf(cell                                                              )                    {
  return typeof cell === 'string' ? [] : [cell.before, cell.after]
}
return { searchText }
})()
const m32 = (() => {
const searchText = m31.searchText
const slice = 1000
function startSearchTexts(records                       )                          {
  const texts           = []
  const make = (count        )       => {
    for (const record of records.slice(texts.length, texts.length + count)) texts.push(searchText(record))
  }
  const makeSome = ()       => {
    make(slice)
    if (texts.length < records.length) requestIdleCallback(makeSome)
  }
  requestIdleCallback(makeSome)
  return () => {
    if (texts.length < records.length) make(records.length)
    return texts
  }
}
return { startSearchTexts }
})()
const m33 = (() => {
const make = m1.make
const spare = 6
function startVirtualList(
  scroller             ,
  rowHeight        ,
  drawRow                                             ,
)              {
  const space = make('div', { class: 'space', role: 'presentation' })
  scroller.replaceChildren(space)
  let count = 0
  let selected = -1
  const drawn = new Map                     ()
  function draw()       {
    const first = Math.max(0, Math.floor(scroller.scrollTop / rowHeight) - spare)
    const last = Math.min(count, Math.ceil((scroller.scrollTop + scroller.clientHeight) / rowHeight) + spare)
    for (const [row, element] of drawn) {
      if (row >= first && row < last) continue
      element.remove()
      drawn.delete(row)
    }
    for (let row = first; row < last; row += 1) if (!drawn.has(row)) drawn.set(row, add(row))
  }
  function add(row        )              {
    const element = make(
      'div',
      { class: 'row', role: 'option', id: \`row-\${row}\`, 'aria-posinset': row + 1, 'aria-setsize': count, 'data-row': row },
      ...drawRow(row),
    )
    element.style.transform = \`translateY(\${row * rowHeight}px)\`
    element.setAttribute('aria-selected', String(row === selected))
    space.append(element)
    return element
  }
  scroller.addEventListener('scroll', draw, { passive: true })
  new ResizeObserver(draw).observe(scroller)
  return {
    setCount: (next) => {
      count = next
      selected = -1
      for (const element of drawn.values()) element.remove()
      drawn.clear()
      space.style.height = \`\${count * rowHeight}px\`
      scroller.scrollTop = 0
      draw()
    },
    select: (row) => {
      drawn.get(selected)?.setAttribute('aria-selected', 'false')
      selected = row
      if (row === -1) scroller.removeAttribute('aria-activedescendant')
      else {
        scrollIntoView(scroller, row * rowHeight, rowHeight)
        draw()
        scroller.setAttribute('aria-activedescendant', \`row-\${row}\`)
      }
      drawn.get(row)?.setAttribute('aria-selected', 'true')
    },
    pageRows: () => Math.max(1, Math.floor(scroller.clientHeight / rowHeight) - 1),
  }
}
function scrollIntoView(scroller             , top        , height        )       {
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (top + height > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = top + height - scroller.clientHeight
}
return { startVirtualList }
})()
const m34 = (() => {
const countOf = m0.countOf
const onFirstUse = m22.onFirstUse
const indexFacets = m23.indexFacets
const filterRecords = m25.filterRecords
const byId = m1.byId; const fieldById = m1.fieldById
const startFacetPanel = m27.startFacetPanel
const startOrders = m28.startOrders
const recordRow = m29.recordRow; const rowHeight = m29.rowHeight
const filterHash = m30.filterHash; const tabLink = m30.tabLink
const startSearchTexts = m32.startSearchTexts
const startVirtualList = m33.startVirtualList
function startRecordList(data          , { onOpen, onListed }                )             {
  const [search, order] = [fieldById('search', HTMLInputElement), fieldById('order', HTMLSelectElement)]
  const [orders, texts] = [startOrders(data), startSearchTexts(data.records)]
  const prepared = onFirstUse(() => {
    const index = indexFacets(data)
    return { index, drawFacets: startFacetPanel(byId('facets'), { index, data, onToggle: toggle }) }
  })
  let [chosen, rows, isFilled, selected]                                               = [{}, [], false, -1]
  const list = startVirtualList(byId('list'), rowHeight, (row) => recordRow(data.records[rows[row] ?? -1]))
  function refresh()       {
    const { index, drawFacets } = prepared()
    const filtered = filterRecords(index, search.value.trim() === '' ? [] : texts(), { words: search.value, chosen })
    const isMatched = new Set(filtered.records)
    rows = orders(order.value).filter((at) => isMatched.has(at))
    isFilled = true
    tabLink('changes').href = filterHash(filter())
    list.setCount(rows.length)
    list.select(rows.indexOf(selected))
    showCounts(rows.length, filtered.changes)
    drawFacets(filtered, chosen)
  }
  const filter = ()             => ({ words: search.value, chosen })
  function remember()       {
    refresh()
    history.replaceState(null, '', filterHash(filter()))
    onListed(rows)
  }
  function toggle(facet       , value        )       {
    chosen = toggled(chosen, facet, value)
    remember()
  }
  function setFilter(wanted            )       {
    if (isFilled && filterHash(wanted) === filterHash(filter())) return
    search.value = wanted.words
    chosen = wanted.chosen
    refresh()
  }
  listen({ remember, refresh, clear: () => location.replace('#changes'), onRow: (row) => onOpen(rows[row] ?? -1) })
  const filled = ()                    => {
    if (!isFilled) refresh()
    return rows
  }
  return {
    setFilter,
    filter,
    select: (at) => {
      selected = at
      list.select(filled().indexOf(at))
    },
    rows: filled,
    pageRows: () => list.pageRows(),
  }
}
function toggled(chosen        , facet       , value        )         {
  const values = new Set(chosen[facet])
  if (!values.delete(value)) values.add(value)
  return { ...chosen, [facet]: values }
}
function showCounts(records        , changes        )       {
  byId('shown').textContent = \`\${countOf(records, 'record')}, \${countOf(changes, 'change')}\`
  byId('nothing').hidden = records > 0
}
function listen({ remember, refresh, clear, onRow }           )       {
  byId('search').addEventListener('input', remember)
  byId('order').addEventListener('change', refresh)
  byId('clear').addEventListener('click', clear)
  byId('list').addEventListener('click', ({ target }) => {
    const row = target instanceof Element ? target.closest             ('[data-row]') : null
    if (row !== null) onRow(Number(row.dataset['row']))
  })
}
return { startRecordList }
})()
const m35 = (() => {
const detailView = m21.detailView
const byId = m1.byId; const make = m1.make
const startRecordList = m34.startRecordList
const hasFinding = m29.hasFinding
const filterHash = m30.filterHash
const wide = '(min-width:821px)'
function startChangesTab(data          )             {
  const detail = byId('detail')
  let open = -1
  const list = startRecordList(data, { onOpen: follow, onListed: preselect })
  function follow(at                    )       {
    const record = at === undefined ? undefined : data.records[at]
    if (record) location.hash = filterHash(list.filter(), record.address)
  }
  function preselect(rows                   )       {
    const [first] = rows
    const record = first === undefined ? undefined : data.records[first]
    if (first === undefined || record === undefined || rows.includes(open) || !isWide()) return
    open = first
    list.select(first)
    detail.replaceChildren(...detailView(record, data, record.address))
    detail.scrollTop = 0
  }
  function openAddress(address        )       {
    const at = data.records.findIndex((record) => record.address === address || record.changes.some((change) => change.address === address))
    const record = data.records[at]
    open = at
    list.select(at)
    detail.replaceChildren(...(record ? detailView(record, data, address) : [make('p', {}, \`This plan has no change \${address}.\`)]))
    if (!isWide()) detail.querySelector             ('h2')?.focus({ preventScroll: true })
    scrollToChange(detail, record?.address === address ? null : detail.querySelector             ('.opened'))
  }
  function closeRecord()       {
    document.body.classList.remove('reading')
    byId('list').focus()
    if (!isWide()) location.hash = filterHash(list.filter())
  }
  byId('back').addEventListener('click', closeRecord)
  return {
    show: ({ isFiltered, address, ...filter }) => {
      if (address === '' || isFiltered) list.setFilter(filter)
      document.body.classList.toggle('reading', address !== '')
      if (address === '') preselect(list.rows())
      else openAddress(address)
    },
    move: (step, kind) => {
      const rows = list.rows()
      const from = rows.indexOf(open)
      const passed = step === 1 ? rows.slice(from + 1) : rows.slice(0, Math.max(0, from)).toReversed()
      follow(passed.find((at) => kind === 'any' || isFound(data.records[at])))
    },
    movePage: (step) => {
      const rows = list.rows()
      follow(rows[Math.min(rows.length - 1, Math.max(0, rows.indexOf(open) + step * list.pageRows()))])
    },
    listed: () => list.rows().flatMap((at) => data.records[at] ?? []),
    closeRecord,
  }
}
function isFound(record                        )          {
  return record !== undefined && hasFinding(record)
}
function isWide()          {
  return matchMedia(wide).matches
}
function scrollToChange(detail             , change                    )       {
  if (detail.scrollHeight > detail.clientHeight) detail.scrollTop = change === null ? 0 : change.offsetTop - 8
  else if (change !== null && change.getBoundingClientRect().bottom > innerHeight) change.scrollIntoView({ block: 'start' })
}
return { startChangesTab }
})()
const m36 = (() => {
const byId = m1.byId; const fieldById = m1.fieldById; const make = m1.make
const tabLink = m30.tabLink; const tabs = m30.tabs
function startKeys(changes            )       {
  const search = fieldById('search', HTMLInputElement)
  const help = fieldById('help', HTMLDialogElement)
  const table                 = [
    { keys: ['j', 'ArrowDown'], words: 'next record', press: () => changes.move(1, 'any') },
    { keys: ['k', 'ArrowUp'], words: 'record before', press: () => changes.move(-1, 'any') },
    { keys: ['PageDown'], words: 'a page of records down', press: () => changes.movePage(1) },
    { keys: ['PageUp'], words: 'a page of records up', press: () => changes.movePage(-1) },
    { keys: ['n'], words: 'next record with a finding', press: () => changes.move(1, 'finding') },
    { keys: ['p'], words: 'record with a finding before', press: () => changes.move(-1, 'finding') },
    { keys: ['Enter'], words: 'read the record', press: () => byId('detail').querySelector             ('h2')?.focus() },
    { keys: ['Escape'], words: 'back to the list', press: () => changes.closeRecord() },
    {
      keys: ['/'],
      words: 'search',
      press: () => {
        toChanges()
        search.focus()
        search.select()
      },
    },
    ...tabs.map((tab     , index) => ({
      keys: [String(index + 1)],
      words: \`tab \${tab}\`,
      press: () => void (location.hash = tabLink(tab).hash),
    })),
    { keys: ['?'], words: 'this help', press: () => help.showModal() },
  ]
  const rows = table.flatMap(({ keys, words }) => [make('dt', {}, ...keys.map((key) => make('kbd', {}, key))), make('dd', {}, words)])
  byId('help-keys').replaceChildren(...rows)
  byId('help-open').addEventListener('click', () => help.showModal())
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return
    if (isField(event.target)) {
      if (event.key === 'Escape' && event.target === search) byId('list').focus()
      return
    }
    const found = table.find(({ keys }) => keys.includes(event.key))
    const isForList = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Enter'].includes(event.key)
    if (found === undefined || (isForList && event.target !== byId('list'))) return
    if (['j', 'k', 'n', 'p'].includes(event.key)) toChanges()
    event.preventDefault()
    found.press()
  })
}
function toChanges()       {
  if (byId('changes-tab').hidden) location.hash = tabLink('changes').hash
}
function isField(target                    )          {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement
}
return { startKeys }
})()
const m37 = (() => {
const countOf = m0.countOf
const linkTo = m21.linkTo; const signs = m21.signs
const appendPaged = m1.appendPaged; const byId = m1.byId; const make = m1.make
const urlOf = m20.urlOf
const pageSize = 120
function drawPicturesTab(data          )       {
  const files = data.records.flatMap(({ changes }) =>
    changes.flatMap((change) => (change.file === undefined ? [] : [{ change, file: change.file }])),
  )
  const sheet = make('div', { class: 'sheet' })
  const more = appendPaged(sheet, { items: files, pageSize, noun: 'picture', draw: ({ change, file }) => card(change, file, data) })
  const remark = byId('pictures-tab').dataset['remark'] ?? ''
  const note = make(
    'p',
    { class: 'faint' },
    files.length === 0 ? 'The plan changes no pictures.' : \`\${countOf(files.length, 'picture')}. \${remark}\`,
  )
  byId('pictures-tab').replaceChildren(make('h2', {}, 'Pictures'), note, sheet, more)
}
function card(change            , file          , data          )              {
  const shown = file.after ?? file.before
  const url = shown && urlOf(shown, data)
  const name = file.path.split('/').at(-1) ?? file.path
  const picture =
    url === null
      ? make('div', { class: 'no-thumbnail' }, shown?.note ?? 'no thumbnail')
      : make('img', { src: url, alt: '', loading: 'lazy' })
  const caption = make('figcaption', {}, make('b', { class: \`sign \${change.action}\` }, signs[change.action]), \` \${name}\`)
  return make('a', { href: linkTo(change.address) }, make('figure', {}, picture, caption, make('p', { class: 'faint' }, shown?.size ?? '')))
}
return { drawPicturesTab }
})()
const m38 = (() => {
const formatCount = m0.formatCount
const moveShare = m13.moveShare
const faint = m16.faint; const svg = m16.svg; const svgChart = m16.svgChart; const svgText = m16.svgText
const falls = [-0.9, -0.5, -0.3, -0.2, -0.1, -0.05, -0.02, 0]
const rises = [0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 9]
function moveBins(ratios                   )                     {
  const shares = ratios.map(moveShare).filter((share) => share !== 0)
  const fallBins = falls.map((to, index) => {
    const from = index === 0 ? -Infinity : (falls[index - 1] ?? 0)
    const count = shares.filter((share) => share >= from && share < to).length
    return { name: rangeText(from, to), count, isFar: to <= -0.3, isRise: false }
  })
  const riseBins = rises.map((from, index) => {
    const to = rises[index + 1] ?? Infinity
    const count = shares.filter((share) => share > from && share <= to).length
    return { name: rangeText(from, to), count, isFar: from >= 0.3, isRise: true }
  })
  return [...fallBins, ...riseBins]
}
function rangeText(from        , to        )         {
  if (from === -Infinity) return \`below \${percent(to)}\`
  if (to === Infinity) return \`above \${percent(from)}\`
  return \`\${percent(from)} to \${percent(to)}\`
}
function percent(share        )         {
  const value = Math.round(share * 100)
  return \`\${value < 0 ? '\\u2212' : value > 0 ? '+' : ''}\${Math.abs(value)} %\`
}
const barHeight = 20
const gap = 4
const nameWidth = 146
const longestBar = 380
const countWidth = 58
function histogramSvg(ratios                   , title = 'Price moves')         {
  const bins = withoutEmptyEnds(moveBins(ratios))
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const top = 30
  const bars = bins.flatMap((bin, index) => barParts(bin, top + index * (barHeight + gap), most))
  const moved = ratios.filter((ratio) => ratio !== 1).length
  const head = svgText(\`\${title}: \${formatCount(moved)}\`, { x: 8, y: 19 }, { 'font-weight': 600, 'font-size': 13 })
  const height = top + Math.max(1, bins.length) * (barHeight + gap) + 6
  const empty = bins.length === 0 ? [svgText('No price moves.', { x: 8, y: top + 15 }, faint)] : []
  return svgChart(title, { width: nameWidth + countWidth + longestBar + 8, height }, [head, ...bars, ...empty])
}
function barParts({ name, count, isFar, isRise }         , y        , most        )                     {
  const width = count === 0 ? 0 : Math.max(4, Math.round((count / most) * longestBar))
  const [kind, fill] = isFar ? ['far', '#c4372b'] : isRise ? ['rise', '#e8802a'] : ['fall', '#5b9bdb']
  const countStyle = { 'text-anchor': 'end', ...(isFar && { 'font-weight': 700 }) }
  return [
    svgText(name, { x: nameWidth - 8, y: y + 15 }, { 'text-anchor': 'end', ...faint }),
    svg('rect', { x: nameWidth + countWidth, y, width, height: barHeight, rx: 2, class: \`bar \${kind}\`, fill: fill ?? '' }),
    ...(count === 0 ? [] : [svgText(formatCount(count), { x: nameWidth + countWidth - 8, y: y + 15 }, countStyle)]),
  ]
}
function withoutEmptyEnds(bins                    )                     {
  const first = bins.findIndex(({ count }) => count > 0)
  return first === -1 ? [] : bins.slice(first, bins.findLastIndex(({ count }) => count > 0) + 1)
}
return { moveBins, histogramSvg }
})()
const m39 = (() => {
const countOf = m0.countOf
const histogramSvg = m38.histogramSvg
const gridTabs = m12.gridTabs
const farthestMove = m11.farthestMove; const movesOfAll = m11.movesOfAll
const linkTo = m21.linkTo
const appendPaged = m1.appendPaged; const byId = m1.byId; const chartNode = m1.chartNode; const make = m1.make
const gridView = m18.gridView
const pageSize = 20
function drawPricesTab(data          )       {
  const records = data.records
    .filter(({ changes }) => changes.some(({ grids = [] }) => grids.length > 0))
    .map((record) => ({ record, move: farthestMove(record.changes.filter(({ grids = [] }) => grids.length > 0)) }))
    .toSorted((a, b) => b.move - a.move)
    .map(({ record }) => record)
  const grids = make('div', { class: 'price-map' })
  const more = appendPaged(grids, { items: records, pageSize, noun: 'record', draw: (record) => gridsOf(record, data) })
  const head = make('h2', {}, 'Price map')
  const empty = records.length === 0 ? make('p', { class: 'faint' }, 'No price grid changes.') : null
  const histogram = make(
    'div',
    { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': 'Histogram of price moves' },
    chartNode(histogramSvg(movesOfAll(data.records))),
  )
  byId('prices-tab').replaceChildren(head, histogram, ...(empty ? [empty] : []), grids, more)
}
function gridsOf(record            , data          )              {
  const priced = record.changes.filter(({ grids = [] }) => grids.length > 0)
  const groups = [...Map.groupBy(priced, ({ grids }) => JSON.stringify(grids)).values()]
  const maps = groups.flatMap(([change, ...others]) =>
    change === undefined ? [] : [gridBlock(change, { record, data, others: others.length })],
  )
  return make(
    'section',
    { class: 'change' },
    make('h3', {}, make('a', { href: linkTo(record.address) }, record.key), record.title === record.key ? '' : \` \${record.title}\`),
    ...maps,
  )
}
function gridBlock(
  change            ,
  { record, data, others }                                                                                   ,
)              {
  const { name } = change
  const title = \`\${name === '' ? record.key : name}\${others === 0 ? '' : \` and \${countOf(others, 'other')} with the same prices\`}\`
  return make(
    'div',
    {},
    name === '' && others === 0 ? null : make('h4', {}, title),
    gridView(gridTabs(change, data), name === '' ? record.key : name),
  )
}
return { drawPricesTab }
})()
const m40 = (() => {
const countOf = m0.countOf
const signs = m21.signs
const byId = m1.byId; const make = m1.make
const mostPrinted = 1500
function startPrintList(listed                             )       {
  const place = byId('print')
  addEventListener('beforeprint', () => {
    const records = listed()
    const rows = records.slice(0, mostPrinted).map(printRow)
    const rest = records.length - rows.length
    const more = rest > 0 ? make('p', {}, \`and \${countOf(rest, 'more record')}\`) : ''
    place.replaceChildren(
      make('h2', {}, \`Changes: \${countOf(records.length, 'record')}\`),
      make('table', {}, make('tbody', {}, ...rows)),
      more,
    )
  })
  addEventListener('afterprint', () => place.replaceChildren())
}
function printRow({ action, kind, key, title, summary, place }            )              {
  const name = title === '' || title === key ? key : \`\${key} \${title}\`
  return make('tr', {}, make('td', {}, signs[action]), make('td', {}, \`\${kind} \${name}\`), make('td', {}, summary), make('td', {}, place))
}
return { startPrintList }
})()
const m41 = (() => {
const startChangesTab = m35.startChangesTab
const byId = m1.byId
const startKeys = m36.startKeys
const drawPicturesTab = m37.drawPicturesTab
const drawPricesTab = m39.drawPricesTab
const startPrintList = m40.startPrintList
const parseRoute = m30.parseRoute; const tabLink = m30.tabLink; const tabs = m30.tabs
const data           = JSON.parse(byId('data').textContent ?? '')
const changes = startChangesTab(data)
const later = new Map                 ([
  ['prices', () => drawPricesTab(data)],
  ['pictures', () => drawPicturesTab(data)],
])
function follow()       {
  const route = parseRoute(location.hash)
  for (const tab of tabs) {
    byId(\`\${tab}-tab\`).hidden = tab !== route.tab
    if (tab === route.tab) tabLink(tab).setAttribute('aria-current', 'page')
    else tabLink(tab).removeAttribute('aria-current')
  }
  later.get(route.tab)?.()
  later.delete(route.tab)
  scrollTo(0, 0)
  if (route.tab === 'changes') changes.show(route)
}
document.documentElement.classList.add('js')
byId('filter-open').addEventListener('click', () => {
  const isOpen = document.body.classList.toggle('filtering')
  byId('filter-open').setAttribute('aria-expanded', String(isOpen))
})
addEventListener('hashchange', follow)
startKeys(changes)
startPrintList(() => changes.listed())
follow()
performance.mark('ready')
return {  }
})()
`
