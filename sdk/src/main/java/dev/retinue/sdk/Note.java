package dev.retinue.sdk;

import java.util.List;

public record Note(String slug, String type, String body, List<String> tags, List<String> links) {}
