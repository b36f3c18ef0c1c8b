package org.nearduplicate.tuning;

import org.nearduplicate.curve.BandChoice;
import org.nearduplicate.curve.CurveGoal;
import org.nearduplicate.sketch.Banding;
import org.nearduplicate.sketch.HashFunction;
import org.nearduplicate.sketch.ShingleUnit;
import org.nearduplicate.sketch.SketchAlgorithm;

/** Rows made by hand. */
final class Rows {

    /** So little that any number of rows has it. */
    private static final double TAKES_ALL_ROWS = Double.MIN_VALUE;

    private final double similarity;
    private Banding banding = new Banding(16, 6);
    private double recallOfBands = TAKES_ALL_ROWS;
    private long truePositives = 10;
    private long falsePositives;
    private long falseNegatives;
    private double recall = 1;
    private double standardError = 0.001;
    private double noise = 0;
    private double candidates = 1;
    private double bytes = 100;
    private double texts = 0;
    private SettingResult.Origin origin = SettingResult.Origin.TRIED;

    private Rows(double similarity) {
        this.similarity = similarity;
    }

    static Rows row(double similarity) {
        return new Rows(similarity);
    }

    Rows bands(int bands, int rows) {
        this.banding = new Banding(bands, rows);
        return this;
    }

    Rows taking(double recallAtSimilarity) {
        this.recallOfBands = recallAtSimilarity;
        return this;
    }

    Rows counts(long truePositives, long falsePositives, long falseNegatives) {
        this.truePositives = truePositives;
        this.falsePositives = falsePositives;
        this.falseNegatives = falseNegatives;
        return this;
    }

    Rows found(double bandRecall, double bandNoise) {
        this.recall = bandRecall;
        this.noise = bandNoise;
        return this;
    }

    Rows chance(double ofRecall) {
        this.standardError = ofRecall;
        return this;
    }

    Rows candidates(double perDocument) {
        this.candidates = perDocument;
        return this;
    }

    Rows bytes(double perDocument) {
        this.bytes = perDocument;
        return this;
    }

    Rows texts(double perQuery) {
        this.texts = perQuery;
        return this;
    }

    Rows origin(SettingResult.Origin why) {
        this.origin = why;
        return this;
    }

    SettingResult build() {
        return new SettingResult(
                new Setting(
                        "standard",
                        new ShingleSetting("standard", ShingleUnit.WORD, 3).scheme(
                                HashFunction.XXH3, SketchAlgorithm.FAST_SIMILARITY, 1024, 2),
                        new BandChoice(banding, CurveGoal.find(similarity, recallOfBands))),
                origin,
                new PairFigures(
                        recall, recall, standardError, noise, candidates, texts, truePositives,
                        falsePositives, falseNegatives),
                new SettingResult.EstimateError(0, 0, 0), 0, bytes, 10);
    }
}
