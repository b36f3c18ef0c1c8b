/**
 * What a word is: the default analyzer and its tokenizer, in every script.
 *
 * <pre>
 * text → {@link org.nearduplicate.analysis.FoldedText} (what becomes of each character, by {@link org.nearduplicate.analysis.CharacterTable})
 *      → {@link org.nearduplicate.analysis.WordTokenizer} (what that does to a word, by {@link org.nearduplicate.analysis.CharacterKind}) → tokens
 *      → {@link org.nearduplicate.analysis.TokenSpaces} (where a space stands between them)
 * </pre>
 *
 * <p>In flow texts; out flow tokens, their offsets in the text and their types. The same on every JDK and with every
 * Lucene: the table is a resource, made by the rules that stand beside the tests, and a part of the scheme version.
 */
package org.nearduplicate.analysis;
